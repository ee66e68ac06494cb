import BackstackCoding
import BackstackDependencies
import BackstackPlatform

/// Writes the nodes of views as JSON.
///
/// Views of your own have a ``View/body`` and never see it.
public final class ScreenWriter {
  /// How views are evaluated: what they must not exceed.
  package struct Limits: Sendable {
    /// The most nodes of a screen.
    package var nodes = 10_000
    /// The most bytes of a screen.
    package var bytes = 1 << 20
    /// The most views within each other.
    package var depth = 200
    /// Whether clients may push screens onto stacks.
    package var takesPushes = true
    /// Whether each node names its view.
    package var namesViews = false

    package init() {}
  }

  /// What is true for a view and all views in it.
  struct Environment {
    var isDisabled = false
    /// The text of the innermost header or label around, which names controls without a name.
    var outerName: String?
    /// What return in a text field sends.
    var submit: SentActions?
    /// What modifiers say about the texts in the view.
    var text = TextLooks()
    /// The looks of controls, the innermost last.
    var styles: [(kind: StyledKind, name: String)] = []
    /// The store of the enum of whose cases a `CaseLet` shows one.
    var enumStore: (any Sendable)?
    /// Closes the dialog that a button is in, besides what the button does.
    var closing: (() -> Void)?
    /// The values that views around set, by their keys.
    var values: [ObjectIdentifier: Any] = [:]
  }

  let recorder: ActionRecorder
  let memory: ScreenMemory
  let limits: Limits
  private(set) var nodeCount = 0
  /// The number of nodes on which a person can act.
  private var controlCount = 0
  private var depth = 0
  /// The view of one's own that is being evaluated.
  var view: Any.Type?
  var viewName: String? { view.map { "\($0)" } }
  /// The bytes of finished levels.
  private var finishedBytes = 0
  /// Why the screen can't be evaluated, if so. Nothing is written from then on.
  private(set) var failure: ScreenFailure?

  var environment = Environment()
  /// The values that the options of the choice that is being written stand for.
  var tags: [Any]?
  /// The number of nodes in views with a tag.
  var taggedNodeCount = 0
  /// Returns what choosing the option with a value sends, if there is no template for all options.
  var optionActions: ((Any) -> SentActions?)?
  /// Whether a value is that of the tab that is shown.
  var isTabSelected: ((Any) -> Bool)?
  /// Pushes a state onto the stack around the view that is being written; returns whether the state is
  /// one of its screens.
  var pushLink: ((any Sendable) -> Bool)?
  /// The level that is being written.
  var level = LevelDraft(id: "", style: .root)
  /// The nodes that are being written.
  private(set) var bytes: [UInt8] = []
  /// The place of the view that is being written, from which ids are made.
  private var place: [UInt8] = []
  /// Members of the nodes that are written next.
  private var pending: [Member] = []
  /// Whether the node that is written next is to have an id.
  private var isRow = false

  /// The actions of the node that is being written.
  private var actions: [(key: StaticString, sent: SentActions)] = []

  private struct Member {
    enum Value {
      case json([UInt8])
      case actions(SentActions)
      /// Writes the nodes of several views, for each node that a view consists of: they have ids of their own.
      case nodes(ofViews: Int, () -> [UInt8]?)
    }

    let key: StaticString
    var value: Value
    /// Whether it is a member of the node's `accessibility`.
    var isAccessibility = false
  }

  init(_ recorder: ActionRecorder, _ memory: ScreenMemory, _ limits: Limits) {
    self.memory = memory
    self.recorder = recorder
    self.limits = limits
  }

  // MARK: Limits

  /// Whether nothing more can be written.
  var isFull: Bool { failure != nil }

  /// Counts a level that is known from before.
  func count(_ known: KnownLevel) {
    nodeCount += known.nodeCount
    finishedBytes += known.json.count
    if nodeCount > limits.nodes { fail(.tooManyNodes(limit: limits.nodes)) }
    if finishedBytes > limits.bytes { fail(.tooLarge(limit: limits.bytes)) }
  }

  func fail(_ failure: ScreenFailure) { self.failure = self.failure ?? failure }

  /// Writes a view within another one.
  func nest(_ type: Any.Type, _ write: () -> Void) {
    depth += 1
    defer { depth -= 1 }
    if depth > limits.depth { fail(.tooDeep(limit: limits.depth, view: viewName ?? "\(type)")) }
    if isFull { return }
    write()
  }

  /// Writes the body of a view of one's own.
  func evaluate(_ type: Any.Type, _ write: () -> Void) {
    let outer = view
    view = type
    nest(type, write)
    view = outer
  }

  // MARK: Ids

  /// Writes the view that is at a position among others.
  func identify(_ index: Int, _ write: () -> Void) {
    let end = place.count
    if end > 0 { place.append(UInt8(ascii: ".")) }
    appendDecimal(index, to: &place)
    write()
    place.removeSubrange(end...)
  }

  /// Writes the view that has a name of the library among others: a small letter, and perhaps a number.
  func identify(_ name: String, _ write: () -> Void) {
    let end = place.count
    if end > 0 { place.append(UInt8(ascii: ".")) }
    place += name.utf8
    write()
    place.removeSubrange(end...)
  }

  /// Writes the view that a feature's author has named among others.
  ///
  /// Its place differs from those with names of the library, and from those of views in other named ones.
  func identify(named name: String, _ write: () -> Void) {
    let end = place.count
    if end > 0 { place.append(UInt8(ascii: ".")) }
    let (escape, letter) = (UInt8(ascii: "="), UInt8(ascii: "a"))
    if let first = name.utf8.first {
      let isLikeOurs = first >= letter && name.utf8.dropFirst().allSatisfy { $0 < letter }
      if isLikeOurs { place.append(escape) }
    } else {
      place += "=_".utf8
    }
    for byte in name.utf8 {
      if byte == UInt8(ascii: ".") || byte == escape { place.append(escape) }
      place.append(byte)
    }
    write()
    place.removeSubrange(end...)
  }

  /// Writes a view of a list, whose nodes have ids.
  func row(_ name: String, _ write: () -> Void) {
    let wasRow = isRow
    isRow = true
    identify(named: name, write)
    isRow = wasRow
  }

  // MARK: Nodes

  /// Writes a node.
  ///
  /// - Parameters:
  ///   - kind: The kind, as the contract names it.
  ///   - isActive: Whether a person can act on it, so that it needs an id.
  ///   - write: Writes its members with `put` and `children`.
  func node(_ kind: StaticString, isActive: Bool = false, _ write: () -> Void) {
    nodeCount += 1
    if nodeCount > limits.nodes { fail(.tooManyNodes(limit: limits.nodes, view: viewName)) }
    if isFull { return }
    nest(ScreenWriter.self) {
      let isFirst = bytes.last.map { $0 == UInt8(ascii: "[") } ?? true
      bytes.append(upTo: kind.utf8CodeUnitCount + 11) { room in
        if !isFirst { room.append(UInt8(ascii: ",")) }
        room.append("{\"kind\":\"")
        room.append(kind)
        room.append(UInt8(ascii: "\""))
      }
      let end = place.count
      let isActive =
        isActive || pending.contains { !$0.isAccessibility && $0.key.isSame(as: "tap") }
      if isActive { controlCount += 1 }
      if isActive || isRow {
        append(",\"id\":")
        if place.isEmpty { place = [UInt8(ascii: "0")] }
        JSONString.append(place, to: &bytes)
        // Nodes in this one have other ids.
        place.append(UInt8(ascii: "."))
      }
      if limits.namesViews { put("view", viewName) }
      let (members, wasRow, outerActions) = (pending, isRow, actions)
      (pending, isRow, actions) = ([], false, [])
      write()
      place.removeSubrange(end...)
      for member in members where !member.isAccessibility {
        switch member.value {
        case .json(let json): put(member.key, json: json)
        case .actions(let sent): put(member.key, sent)
        case .nodes(_, let nodes): if let json = nodes() { put(member.key, json: json) }
        }
      }
      writeAccessibility(members)
      writeActions()
      (pending, isRow, actions) = (members, wasRow, outerActions)
      bytes.append(UInt8(ascii: "}"))
    }
    if bytes.count + finishedBytes > limits.bytes {
      fail(.tooLarge(limit: limits.bytes, view: viewName))
    }
  }

  /// Adds a member to each node that a view consists of. That of an inner modifier counts.
  func adding(_ key: StaticString, json: [UInt8]?, to write: () -> Void) {
    if let json { add(key, .json(json), to: write) } else { write() }
  }

  /// Adds a member to what each node that a view consists of says to a person who does not see it.
  func addingAccessibility(_ key: StaticString, json: [UInt8]?, to write: () -> Void) {
    guard let json else { return write() }
    add(key, .json(json), isAccessibility: true, to: write)
  }

  /// Adds the text of the header or label around to what a node says to a person who does not see it, unless
  /// a modifier names it.
  func addingOuterName(to write: () -> Void) {
    let isNamed = pending.contains { $0.isAccessibility && $0.key.isSame(as: "label") }
    let name = isNamed ? nil : environment.outerName.flatMap { encoded($0) }
    addingAccessibility("label", json: name, to: write)
  }

  /// Adds the nodes of a view to each node that a view consists of.
  ///
  /// - Parameters:
  ///   - name: The name of the nodes among others.
  ///   - appends: Whether those that a modifier around adds by the same key stay, behind them.
  func adding(
    _ key: StaticString, _ name: String, _ content: some View, appends: Bool = false,
    to write: () -> Void
  ) {
    var (count, others): (Int, () -> [UInt8]?) = (0, { nil })
    let outer = pending.first { !$0.isAccessibility && $0.key.isSame(as: key) }
    if appends, case .nodes(let views, let nodes)? = outer?.value {
      (count, others) = (views, nodes)
    }
    let (environment, name) = (environment, count == 0 ? name : name + "\(count)")
    let nodes: () -> [UInt8]? = { [self, others] in
      var own: [UInt8]?
      with({ $0 = environment }, { own = self.nodes(name, of: content) })
      guard let others = others() else { return own }
      return own.map { $0.dropLast() + [UInt8(ascii: ",")] + others.dropFirst() } ?? others
    }
    add(key, .nodes(ofViews: count + 1, nodes), to: write)
  }

  /// Adds actions to each node that a view consists of.
  func adding(_ key: StaticString, _ sent: SentActions?, to write: () -> Void) {
    if let sent { add(key, .actions(sent), to: write) } else { write() }
  }

  private func add(
    _ key: StaticString, _ value: Member.Value, isAccessibility: Bool = false, to write: () -> Void
  ) {
    let before = pending
    let index = pending.firstIndex {
      $0.isAccessibility == isAccessibility && $0.key.isSame(as: key)
    }
    if let index {
      pending[index].value = value
    } else {
      pending.append(Member(key: key, value: value, isAccessibility: isAccessibility))
    }
    write()
    pending = before
  }

  func with(_ change: (inout Environment) -> Void, _ write: () -> Void) {
    let before = environment
    change(&environment)
    write()
    environment = before
  }

  // MARK: Members

  func put(_ key: StaticString, _ text: String) {
    begin(key)
    JSONString.append(text, to: &bytes)
  }

  func put(_ key: StaticString, _ text: String?) {
    if let text { put(key, text) }
  }

  /// Writes a member that is true; one that is false is left out.
  func put(_ key: StaticString, _ flag: Bool) {
    guard flag else { return }
    begin(key)
    append("true")
  }

  func put(_ key: StaticString, json: [UInt8]?) {
    guard let json else { return }
    begin(key)
    bytes += json
  }

  func put(_ key: StaticString, value: some Encodable) {
    put(key, json: encoded(value))
  }

  /// Writes actions as a member, unless there are none or the node is disabled.
  func put(_ key: StaticString, _ sent: SentActions?) {
    guard let sent, !environment.isDisabled else { return }
    actions.append((key, sent))
  }

  private func writeAccessibility(_ members: [Member]) {
    guard members.contains(where: \.isAccessibility) else { return }
    begin("accessibility")
    bytes.append(UInt8(ascii: "{"))
    for member in members where member.isAccessibility {
      guard case .json(let json) = member.value else { continue }
      if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      append(member.key)
      append("\":")
      bytes += json
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes the actions of a node: those that the level's `wrap` is for, or whole.
  private func writeActions() {
    if actions.isEmpty { return }
    let address = level.address
    let inner = actions.map { $0.sent.json(within: address.place) }
    let isWrapped = !inner.contains(nil)
    for (index, action) in actions.enumerated() {
      put(action.key, json: isWrapped ? inner[index] : action.sent.json)
    }
    if !isWrapped, address.hasWrap { put("wrap", json: Array("null".utf8)) }
  }

  /// Writes the nodes of a view as a member, like ``children(_:_:)``, below a header or label, whose text names
  /// controls without a name.
  func children(_ key: StaticString, _ content: some View, in header: some View) {
    let before = environment.outerName
    environment.outerName = (header as? Text)?.string ?? header._caption?.text
    children(key, content)
    environment.outerName = before
  }

  /// Writes the nodes of a view as a member, unless there are none.
  func children(_ key: StaticString, _ content: some View) {
    let start = bytes.count
    begin(key)
    bytes.append(UInt8(ascii: "["))
    content._write(to: self)
    if bytes.last == UInt8(ascii: "[") {
      bytes.removeSubrange(start...)
    } else {
      bytes.append(UInt8(ascii: "]"))
    }
  }

  /// Returns the nodes of a view as a JSON array; `nil` if there are none.
  func nodes(_ name: String, of content: some View) -> [UInt8]? {
    let (outer, members, wasRow) = (bytes, pending, isRow)
    (bytes, pending, isRow) = ([UInt8(ascii: "[")], [], false)
    identify(name) { content._write(to: self) }
    let written = bytes
    (bytes, pending, isRow) = (outer, members, wasRow)
    return written.count == 1 ? nil : written + [UInt8(ascii: "]")]
  }

  /// Evaluates a view whose nodes are behind others, and not sent.
  func writeBehind(_ background: some View) {
    let before = controlCount
    _ = nodes("b", of: background)
    if controlCount > before {
      reportViewIssue(
        "A background has a control, which no client shows. Use '.overlay' or a stack of views.")
    }
  }

  /// Returns a value as JSON; `nil` if it has no JSON form, which is reported.
  func encoded(_ value: some Encodable) -> [UInt8]? { recorder.encode(value) }

  private func begin(_ key: StaticString) {
    bytes.append(upTo: key.utf8CodeUnitCount + 4) { room in
      room.append(",\"")
      room.append(key)
      room.append("\":")
    }
  }

  private func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  // MARK: Levels

  /// Returns the nodes of a view, as those of another level.
  func write(_ next: LevelDraft, _ content: (ScreenWriter) -> Void) -> LevelDraft {
    level = next
    (bytes, pending, environment) = ([], [], Environment())
    // Most levels need no more.
    bytes.reserveCapacity(1_000)
    bytes.append(UInt8(ascii: "["))
    place.removeAll(keepingCapacity: true)
    pushLink = nil
    view = nil
    content(self)
    bytes.append(UInt8(ascii: "]"))
    level.body = bytes
    finishedBytes += bytes.count
    return level
  }
}

extension StaticString {
  func isSame(as other: StaticString) -> Bool {
    utf8CodeUnitCount == other.utf8CodeUnitCount
      && (utf8Start == other.utf8Start
        || UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
          .elementsEqual(UnsafeBufferPointer(start: other.utf8Start, count: utf8CodeUnitCount)))
  }
}

/// Appends a number that is not negative.
func appendDecimal(_ number: Int, to bytes: inout [UInt8]) {
  if number < 10 {
    bytes.append(0x30 + UInt8(number))
  } else {
    bytes += "\(number)".utf8
  }
}

/// Why a screen can't be evaluated.
package enum ScreenFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// It has more nodes than a screen may have.
  case tooManyNodes(limit: Int, view: String? = nil)
  /// It is larger than a screen may be.
  case tooLarge(limit: Int, view: String? = nil)
  /// Views are within each other without end.
  case tooDeep(limit: Int, view: String)
  /// The state that the screen is derived from can't be read.
  case unreadableState(String)
  /// The store is that of another feature.
  case otherFeature

  package var description: String {
    switch self {
    case .tooManyNodes(let limit, let view):
      "The screen has more than \(limit) nodes\(Self.place(view))."
    case .tooLarge(let limit, let view):
      "The screen is larger than \(limit) bytes\(Self.place(view))."
    case .tooDeep(let limit, let view):
      "More than \(limit) views are within each other, in \(view)."
    case .unreadableState(let reason): "The state can't be read: \(reason)"
    case .otherFeature: "The view is that of another feature."
    }
  }

  private static func place(_ view: String?) -> String { view.map { ", in \($0)" } ?? "" }
}
