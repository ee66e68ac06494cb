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
      "properties": .object([contents, looks, fields, actions].flatMap(\.self)),
    ]
  }

  /// The members that say what a node is, and what is in it.
  private static var contents: [JSONLiteral.Member] {
    [
      .init(
        "kind",
        text(
          """
          text, label, icon, image, swatch; row, column, layers, grid, gridRow, scroll, spacer, divider;
          list, form, section, labeled, disclosure, empty; progress, gauge; button, link, share, menu,
          prompt; textField, textEditor, toggle, stepper, slider, date, picker; tabs, tab; custom.
          """)),
      .init("id", text("Unique in its level, and the same while it is the same.")),
      .init("text", text("Its text, or the name of a control.")),
      .init("icon", text("The name of an SF Symbol.")),
      .init("label", nodes("The label of a control, if it is more than a text.")),
      .init("children", nodes("The nodes in it.")),
      .init("header", nodes("The header of a section.")),
      .init("footer", nodes("The footer of a section.")),
      .init("actions", nodes("The controls of an `empty`.")),
      .init(
        "description",
        ["description": "What an image shows, a text; the nodes that explain an `empty`."]),
      .init("swipe", nodes("The controls that a row shows once it is swiped.")),
      .init("menu", nodes("The controls of a row's menu.")),
      .init("url", text("The address of an image, of a link, or of what is shared.")),
      .init("open", flag("Whether a disclosure is open.")),
      .init("name", text("The name by which clients know a `custom` node.")),
      .init(
        "properties", ["description": "What a client needs to draw a `custom` node."]),
      .init("fallback", nodes("What a client draws that does not know the kind.")),
      .init("view", text("The view that made the node, while a feature is developed.")),
    ]
  }

  /// The members that say how a node looks.
  private static var looks: [JSONLiteral.Member] {
    [
      .init("style", text("The look of a text, a control, a list or a picker; a hint.")),
      .init("labelStyle", text("Whether labels show their text, their icon or both.")),
      .init("color", text("The color of a text or an icon: its name.")),
      .init("tint", text("The color of controls: its name.")),
      .init("align", text("How nodes are aligned in a row or a column, or lines in a text.")),
      .init("axis", text("`horizontal` if a `scroll` moves to the side.")),
      .init("bold", flag("Whether a text is bold.")),
      .init("italic", flag("Whether a text is italic.")),
      .init("mono", flag("Whether the digits of a text have one width.")),
      .init("strikethrough", flag("Whether a text is struck through.")),
      .init("markdown", flag("Whether a text is Markdown.")),
      .init("redacted", flag("Whether a placeholder is shown in place of the texts.")),
      .init(
        "format",
        text(
          """
          How a text shows its `value`, a date: date, time, relative, timer or offset. The client keeps
          it right.
          """)),
      .init("badge", text("A short text beside the node.")),
      .init("help", text("What a person may want to know about the node.")),
      .init("edge", text("`leading` if a control of `swipe` is at the beginning of the row.")),
      .init("placement", text("Where a control of the toolbar is.")),
      .init("selected", flag("Whether the node is the one that is chosen.")),
      .init("hidden", flag("Whether the node is left out for a person who does not see it.")),
      .init(
        "accessibility",
        [
          "description": "What is said about the node to a person who does not see it.",
          "type": "object",
          "properties": [
            "label": text("In place of its text."), "hint": text("What it does."),
            "value": text("In place of its value."), "id": text("A name for tests."),
          ],
        ]),
    ]
  }

  /// The members of fields.
  private static var fields: [JSONLiteral.Member] {
    [
      .init("value", ["description": "The value of a field, an option, a tab or a text."]),
      .init("options", nodes("The options of a picker, each with its `value`.")),
      .init(
        "fields",
        nodes(
          """
          The fields of a prompt, whose `send` has `{"$field": id}` in place of the value of each.
          """)),
      .init("prompt", text("What a field shows while it is empty.")),
      .init("type", text("integer, number or json, if the text of a field is one.")),
      .init("secure", flag("Whether a field hides its text.")),
      .init("multiline", flag("Whether a field has several lines.")),
      .init("min", ["description": "The least value that a client offers."]),
      .init("max", ["description": "The greatest value that a client offers."]),
      .init("step", ["description": "By how much a value changes; 1 if it is left out."]),
      .init("total", ["description": "The value of a progress that is done; 1 if it is left out."]),
      .init(
        "parts",
        [
          "type": "array", "description": "The parts of a date that a person chooses.",
          "items": ["type": "string"],
        ]),
      .init("required", flag("Whether a field must not be empty.")),
      .init("error", text("Why the value of a field can't be taken.")),
      .init("keyboard", text("The keyboard for a field, by SwiftUI's name.")),
      .init("content", text("What a field asks for, by SwiftUI's name.")),
      .init("submitLabel", text("The name of the return key in a field.")),
      .init("capitalization", text("What a field writes in capitals by itself.")),
      .init("autocorrection", flag("`false` if a field corrects nothing.")),
      .init("focused", flag("Whether the field has the focus.")),
      .init("disabled", flag("Whether it can't be used.")),
    ]
  }

  /// The members that are actions, and what says more about them.
  private static var actions: [JSONLiteral.Member] {
    [
      .init("send", action("that it sends")),
      .init(
        "wrap",
        [
          "type": "null",
          "description": "The actions of this node are whole, whatever the level's `wrap` is.",
        ]),
      .init("increment", action("for a greater value")),
      .init("decrement", action("for a smaller value")),
      .init("submit", action("for return in a field")),
      .init("focus", action("for a field that gets the focus")),
      .init("tap", action("for a press on a row")),
      .init("delete", action("that deletes a row")),
      .init(
        "move", action("that moves a row; its value is the position before which the row goes")),
      .init("role", text("cancel, destructive, confirm or close.")),
      .init("shortcut", text("The key that presses a control.")),
      .init("navigates", flag("Whether a button shows another screen.")),
    ]
  }

  private static func text(_ description: String) -> JSONLiteral {
    ["type": "string", "description": described(description)]
  }

  private static func flag(_ description: String) -> JSONLiteral {
    ["type": "boolean", "description": .string(description)]
  }

  private static func action(_ purpose: String) -> JSONLiteral {
    ["description": .string("The action, or the batch of actions, \(purpose).")]
  }

  private static func nodes(_ description: String) -> JSONLiteral {
    ["type": "array", "description": described(description), "items": .schema("ScreenNode")]
  }

  private static func described(_ text: String) -> JSONLiteral {
    text.contains("\n") ? .lines(text) : .string(text)
  }
}
