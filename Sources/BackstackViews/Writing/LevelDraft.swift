import BackstackCoding

/// A level of a screen, while it is written: the root, a screen of a stack, or what is presented.
struct LevelDraft {
  /// How a client shows a level.
  package enum Style: String {
    case root, push, sheet, fullScreenCover, popover, alert, confirmationDialog
  }

  let id: String
  let style: Style
  let address: LevelAddress
  /// The action that closes the level; `nil` if nothing closes it from outside.
  let closing: SentActions?
  /// Closes the level, for `dismiss` in its views.
  let dismiss: () -> Void
  /// The level that it is over; `nil` for the root.
  let below: LevelBelow?

  var title: String?
  var subtitle: String?
  var toolbar: [UInt8] = []
  var body: [UInt8] = []
  /// The members that few levels have, as JSON.
  var others: [(key: String, json: [UInt8])] = []
  /// What a client sends once it begins to show the level.
  var appear: SentActions?
  var hidesBackButton = false
  var isDismissalDisabled = false

  /// Its stacks, whose screens are made when their turn comes.
  var stacks: [PushedStack] = []
  /// What it presents, from the bottom to the top.
  var presentations: [Presentation] = []
  /// The number of presentations that its views may show, shown or not.
  var presentationCount = 0
  /// The number of modifiers that add to its toolbar.
  var toolbarCount = 0

  init(
    id: String, style: Style, below: LevelBelow? = nil, address: LevelAddress = .root,
    closing: SentActions? = nil, dismiss: @escaping () -> Void = {}
  ) {
    self.id = id
    self.style = style
    self.below = below
    self.address = address
    self.closing = closing
    self.dismiss = dismiss
  }

  /// Adds a member that few levels have; that of an outer modifier counts.
  mutating func put(_ key: String, _ json: [UInt8]) {
    if !others.contains(where: { $0.key == key }) { others.append((key, json)) }
  }

  /// The level as JSON.
  var json: [UInt8] {
    var json = JSONWriter(capacity: body.count + toolbar.count + 500)
    json.beginObject()
    json.member("id", id)
    json.member("style", style.rawValue)
    if let title { json.member("title", title) }
    if let subtitle { json.member("subtitle", subtitle) }
    if let below { json.member("below", below.id) }
    if address.hasWrap { json.member("wrap", json: address.wrap) }
    if let closing, !(style == .push ? hidesBackButton : isDismissalDisabled) {
      json.key(style == .push ? "back" : "close")
      json.beginObject()
      if style == .push, let title = below?.title { json.member("text", title) }
      json.member("send", json: closing.json)
      json.endObject()
    }
    if let appear { json.member("appear", json: appear.json) }
    for other in others { json.member(other.key, json: other.json) }
    if !toolbar.isEmpty { json.member("toolbar", json: toolbar) }
    json.member("body", json: body)
    json.endObject()
    return json.bytes
  }
}

/// A level over which another one is.
struct LevelBelow: Equatable {
  let id: String
  let title: String?
}

/// A level that is shown over another one, as what is evaluated when its turn comes.
struct Presentation {
  /// Makes the level over another one; `nil` if it can't be closed.
  // It must not keep the writer, which has it in its level.
  let level: (_ below: LevelBelow) -> LevelDraft?
  let content: (ScreenWriter) -> Void
}

/// The stack of a level.
struct PushedStack {
  let known: KnownStack
  /// Reads the stack as it is now, and returns what makes the screen at a position.
  let open: () -> (_ position: Int) -> Presentation?
}
