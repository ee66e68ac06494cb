import BackstackCoding

/// The schemas of screens. Kinds and members may be added: a client ignores those that it does not
/// know.
extension OpenAPIDocument {
  static var screen: JSONLiteral {
    [
      "description": "What a person sees and can do.",
      "type": "object",
      "required": ["levels"],
      "properties": [
        "title": [
          "type": "string", "description": "The title of the top-most level that has one.",
        ],
        "levels": [
          "type": "array",
          "description": "From the bottom to the top.",
          "minItems": 1,
          "items": .schema("ScreenLevel"),
        ],
      ],
    ]
  }

  static var screenLevel: JSONLiteral {
    [
      "description": .lines(
        """
        The root, a screen of a stack, or a presentation. `back`, `close`, `appear` and `refresh`
        have whole actions; all other actions are put into `wrap`, if there is one.
        """),
      "type": "object",
      "required": ["id", "style", "body"],
      "properties": [
        "id": [
          "type": "string",
          "description":
            "The same as long as the screen is the same; presented again, it has another id.",
        ],
        "style": [
          "type": "string",
          "description": .lines(
            """
            root, push, sheet, fullScreenCover, popover, alert or confirmationDialog; an unknown style
            is a sheet.
            """),
        ],
        "title": ["type": "string"],
        "subtitle": ["type": "string"],
        "below": ["type": "string", "description": "The id of the level that it is over."],
        "wrap": [
          "description": .lines(
            """
            The form of the level's actions: a client sends it with the action in place of
            `{"$action": true}`. Without it, actions are whole. A batch is an array, of which each is put
            into it.
            """)
        ],
        "back": [
          "type": "object",
          "description": "How a person leaves a screen of the stack; missing if there is no way.",
          "properties": ["text": ["type": "string"], "send": [:]],
        ],
        "close": [
          "type": "object",
          "description": "How a person closes the presentation; missing if a person can't.",
          "properties": ["send": [:]],
        ],
        "appear": [
          "description": .lines(
            """
            The action that a client sends once it begins to show the level, with the
            Idempotency-Key `"appear-<id>"`, so that two clients send it once.
            """)
        ],
        "refresh": [
          "description": "The action that a client sends when a person reloads the level."
        ],
        "search": .schema("ScreenNode"),
        "detents": ["type": "array", "items": ["type": "string"]],
        "message": nodes("The text of an alert."),
        "toolbar": nodes("The controls of the toolbar, each with its `placement`."),
        "body": nodes("What the level shows; the buttons of an alert."),
      ],
    ]
  }

  static var screenNode: JSONLiteral {
    [
      "description": .lines(
        """
        A text, a field, a control or a container of nodes. A client draws the `fallback` of a kind that
        it does not know, else its `children`, else nothing. Members with their usual value are left
        out. A control without `send` can't be used. In `send`, `{"$value": type}` stands for the value
        that a person chooses.
        """),
      "type": "object",
      "required": ["kind"],
      "properties": [
        "kind": ["type": "string"],
        "id": [
          "type": "string",
          "description": "Unique in its level, and the same while it is the same.",
        ],
        "text": ["type": "string"],
        "icon": ["type": "string", "description": "The name of an SF Symbol."],
        "label": nodes("The label of a control, if it is more than a text."),
        "children": nodes("The nodes in it."),
        "fallback": nodes("What a client draws that does not know the kind."),
        "value": ["description": "The value of a field."],
        "send": ["description": "The action, or the batch of actions, that it sends."],
        "wrap": [
          "type": "null",
          "description": "The actions of this node are whole, whatever the level's `wrap` is.",
        ],
        "disabled": ["type": "boolean"],
      ],
    ]
  }

  private static func nodes(_ description: String) -> JSONLiteral {
    ["type": "array", "description": .string(description), "items": .schema("ScreenNode")]
  }
}
