import Backstack
import BackstackTestSupport

/// What a session of ``Boards`` shows, in plain values.
struct BoardsModel: Sendable {
  enum Step: Sendable, CustomStringConvertible {
    /// A client's actions, all or none.
    case send([Boards.Action])
    /// A client's action whose effect changes a value.
    case change(Boards.Action)
    /// The session is stored, and resumed by another process.
    case kill
    case restore(version: Int)

    var description: String {
      switch self {
      case .send(let actions): "send \(actions)"
      case .change(let action): "change \(action)"
      case .kill: "kill"
      case .restore(let version): "restore \(version)"
      }
    }
  }

  /// A screen, with the note that it shows.
  private struct Pad {
    enum Source {
      /// That of the list. After it was removed, the last text stays.
      case list(id: Int, last: String)
      /// One that it alone has, or has with other screens: the number of a text in `own`.
      case own(Int, id: Int)
    }

    let id: Int
    var source: Source
  }

  private var notes = [(id: 1, text: "a"), (id: 2, text: "b"), (id: 3, text: "c")]
  private var changes = 0
  private var visits: Int?
  private var pads: [Pad] = []
  private var own: [String] = []
  private var nextPad = 0

  /// The state and the shared values as a snapshot has them.
  var json: String {
    let list = notes.map { #"{"id":\#($0.id),"text":"\#($0.text)"}"# }.joined(separator: ",")
    let path = pads.map { pad in
      let (id, text) = shown(pad)
      let note = #"{"id":\#(id),"text":"\#(text)"}"#
      return #"{"id":\#(pad.id),"state":{"note":\#(note),"changes":\#(changes)}}"#
    }
    let visits = visits.map { #","visits":\#($0)"# } ?? ""
    return #"{"notes":[\#(list)],"changes":\#(changes),"path":[\#(path.joined(separator: ","))]}"#
      + #" {"changes":\#(changes)\#(visits)}"#
  }

  private func shown(_ pad: Pad) -> (Int, String) {
    switch pad.source {
    case .list(let id, let last): (id, notes.first { $0.id == id }?.text ?? last)
    case .own(let number, let id): (id, own[number])
    }
  }

  // MARK: Steps

  /// Returns a step that may follow.
  ///
  /// - Parameter versions: Those that may be restored, at least one.
  func step(_ random: inout SeededGenerator, known versions: [Int], text: String) -> Step {
    let pad = pads.isEmpty ? 99 : random.pick(pads).id
    switch random.below(20) {
    case ..<3: return .send([.open(1 + random.below(3))])
    case ..<7: return .send([.path(.element(id: element(pad), action: .write(text)))])
    case ..<9: return .send([.append(text), .visit])
    case ..<10: return .send([.remove(1 + random.below(3))])
    case ..<11: return .send([.path(.popFrom(id: element(pad)))])
    case ..<12: return .send([.append("?"), .visit, .path(.popFrom(id: 99))])
    case ..<15: return .change(.path(.element(id: element(pad), action: .later(text))))
    case ..<17: return .kill
    default: return .restore(version: random.pick(versions))
    }
  }

  private func element(_ id: Int) -> StackElementID { StackElementID(integerLiteral: id) }

  /// Applies actions; all or none.
  mutating func send(_ actions: [Boards.Action]) {
    let before = self
    for action in actions where !apply(action) {
      self = before
      return
    }
    keepLast()
  }

  private mutating func apply(_ action: Boards.Action) -> Bool {
    switch action {
    case .open(let id):
      guard let note = notes.first(where: { $0.id == id }) else { break }
      pads.append(Pad(id: nextPad, source: .list(id: id, last: note.text)))
      nextPad += 1
    case .remove(let id): notes.removeAll { $0.id == id }
    case .append(let text): for index in notes.indices { notes[index].text += text }
    case .visit: visits = (visits ?? 0) + 1
    case .path(.element(let id, let action)):
      guard let index = pads.firstIndex(where: { element($0.id) == id }) else { return false }
      switch action {
      case .write(let text):
        write(text, in: pads[index])
        changes += 1
      case .later(let text): write(text, in: pads[index])
      }
    case .path(.popFrom(let id)):
      guard let index = pads.firstIndex(where: { element($0.id) == id }) else { return false }
      pads.removeSubrange(index...)
    default: break
    }
    return true
  }

  private mutating func write(_ text: String, in pad: Pad) {
    switch pad.source {
    case .list(let id, _):
      if let index = notes.firstIndex(where: { $0.id == id }) { notes[index].text = text }
    case .own(let number, _): own[number] = text
    }
  }

  private mutating func keepLast() {
    for index in pads.indices {
      guard case .list(let id, _) = pads[index].source else { continue }
      pads[index].source = .list(id: id, last: shown(pads[index]).1)
    }
  }

  /// Stores and resumes: screens whose notes the list no longer has get texts of their own; those of the
  /// same note, together.
  mutating func resume() {
    var numbers: [Int: Int] = [:]
    for index in pads.indices {
      guard case .list(let id, let last) = pads[index].source,
        !notes.contains(where: { $0.id == id })
      else { continue }
      if numbers[id] == nil {
        numbers[id] = own.count
        own.append(last)
      }
      pads[index].source = .own(numbers[id]!, id: id)
    }
  }

  /// Goes back to an earlier model. Ids of screens are not used twice.
  mutating func restore(_ earlier: BoardsModel) {
    let next = nextPad
    self = earlier
    nextPad = next
    resume()
  }
}
