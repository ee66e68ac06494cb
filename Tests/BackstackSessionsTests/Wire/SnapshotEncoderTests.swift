import Backstack
import BackstackCoding
import BackstackTestSupport
import Synchronization
import Testing

@testable import BackstackSessions

/// A state with stacks at several positions.
private struct Desk: Encodable {
  var title = "desk"
  var path = StackState<Page>()
  var drawer: StackState<Page>?
  var last = StackState<Page>()

  private enum CodingKeys: String, CodingKey {
    case title, path, drawer
    case last = "l/a~s\"t"
  }
}

private struct Page: Encodable {
  var number = 0.0
  var notes = StackState<Note>()
  /// Counts how often a page is encoded.
  let encodings: Tally

  private enum CodingKeys: String, CodingKey { case number, notes }

  func encode(to encoder: any Encoder) throws {
    encodings.count.add(1, ordering: .relaxed)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(notes, forKey: .notes)
  }
}

private struct Note: Encodable { var text = "" }

private final class Tally: Sendable {
  let count = Atomic(0)
  var value: Int { count.load(ordering: .relaxed) }
}

/// An element that cannot be written in one pass from front to back.
private struct OddPage: Encodable {
  enum Kind: CaseIterable { case plain, twice, late, nothing, number }
  var kind: Kind
  var count = 0

  private enum CodingKeys: String, CodingKey { case first, second }

  func encode(to encoder: any Encoder) throws {
    if kind == .nothing { return }
    if kind == .number {
      var container = encoder.singleValueContainer()
      return try container.encode(count)
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    var inner = container.nestedUnkeyedContainer(forKey: .first)
    try inner.encode(count)
    try container.encode(count, forKey: .second)
    if kind == .late { try inner.encode("late") }
    if kind == .twice { try container.encode("again", forKey: .second) }
  }
}

private struct OddDesk: Encodable {
  var before = "before"
  var path = StackState<OddPage>()
  var between = [1, 2]
  var last = StackState<OddPage>()
}

/// A state that can't be written from front to back itself.
private struct LateDesk: Encodable {
  var path = StackState<Page>()
  let isLate: Bool

  private enum CodingKeys: String, CodingKey { case first, path }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var inner = container.nestedUnkeyedContainer(forKey: .first)
    if !isLate { try inner.encode("late") }
    try container.encode(path, forKey: .path)
    if isLate { try inner.encode("late") }
  }
}

@Suite("Incremental encoding of snapshots")
struct SnapshotEncoderTests {
  private let tally = Tally()
  private let encoder = SnapshotEncoder()

  private func encode(_ desk: Desk) throws -> [UInt8] {
    try encoder.update(to: desk, version: encoder.version + 1)
    return encoder.json()
  }

  private func desk(pages: Int) -> Desk {
    var desk = Desk()
    for number in 0..<pages { desk.path.append(Page(number: Double(number), encodings: tally)) }
    return desk
  }

  @Test("Only changed elements are encoded")
  func onlyChanged() throws {
    var desk = desk(pages: 100)
    _ = try encode(desk)
    #expect(tally.value == 100)
    _ = try encode(desk)
    desk.title = "other"
    _ = try encode(desk)
    #expect(tally.value == 100)
    let bytesBefore = encoder.json()
    desk.path[id: desk.path.ids[50]]?.number = -2
    try encoder.update(to: desk, version: encoder.version)
    #expect(tally.value == 100 && encoder.json() == bytesBefore)
    desk.path[id: desk.path.ids[50]]?.number = -1
    _ = try encode(desk)
    #expect(tally.value == 101)
    desk.path.append(Page(encodings: tally))
    _ = try encode(desk)
    #expect(tally.value == 102)
    desk.path.pop(from: desk.path.ids[10])
    _ = try encode(desk)
    #expect(tally.value == 102)
    desk.path[id: desk.path.ids[0]] = nil
    let bytes = try encode(desk)
    #expect(tally.value == 102 + 9)
    #expect(try bytes == JSONStreamEncoder.encode(desk))
  }

  @Test("The cost counts the bytes that were encoded, including those of elements")
  func cost() throws {
    _ = try encode(desk(pages: 0))
    let outline = encoder.cost
    #expect(outline > 0 && outline >= encoder.size)
    var desk = desk(pages: 100)
    let size = try encode(desk).count
    #expect(encoder.cost > size - outline)
    desk.path[id: desk.path.ids[50]]?.number = -1
    _ = try encode(desk)
    #expect(encoder.cost > outline && encoder.cost < outline + 100)
  }

  @Test("A diverged copy is not mistaken for the original")
  func diverged() throws {
    var desk = desk(pages: 3)
    _ = try encode(desk)
    var copy = desk
    desk.path[id: desk.path.ids[0]]?.number = 1
    copy.path[id: copy.path.ids[1]]?.number = 2
    #expect(try encode(desk) == JSONStreamEncoder.encode(desk))
    #expect(try encode(copy) == JSONStreamEncoder.encode(copy))
    #expect(try encode(desk) == JSONStreamEncoder.encode(desk))
  }

  @Test("Elements that cannot be written in one pass do not affect their surroundings")
  func oddElements() throws {
    var desk = OddDesk()
    for kind in OddPage.Kind.allCases {
      for other in OddPage.Kind.allCases {
        desk.path.append(OddPage(kind: kind))
        desk.last.append(OddPage(kind: other))
        try encoder.update(to: desk, version: encoder.version + 1)
        #expect(try encoder.json() == WireCoding.encode(desk))
        desk.path[id: desk.path.ids[0]]?.count += 100
        desk.path[id: desk.path.ids[0]]?.kind = other
        try encoder.update(to: desk, version: encoder.version + 1)
        #expect(try encoder.json() == WireCoding.encode(desk))
      }
    }
  }

  @Test("Encoding in two passes has the size and the cost of encoding in one pass")
  func twoPasses() throws {
    var costs: [Int] = []
    for isLate in [false, true] {
      var desk = LateDesk(isLate: isLate)
      let encoder = SnapshotEncoder()
      for number in 0..<9 {
        desk.path.append(Page(number: Double(number), encodings: tally))
        try encoder.update(to: desk, version: number)
        #expect(try encoder.json() == WireCoding.encode(desk))
        #expect(encoder.size == encoder.json().count)
        costs.append(encoder.cost)
      }
    }
    #expect(costs.prefix(9) == costs.suffix(9))
  }

  @Test("A state that cannot be encoded does not affect later states")
  func failure() throws {
    var desk = desk(pages: 3)
    _ = try encode(desk)
    let id = desk.path.ids[1]
    desk.path[id: id]?.number = .nan
    desk.path.append(Page(encodings: tally))
    #expect(throws: EncodingError.self) { try encode(desk) }
    #expect(throws: EncodingError.self) { try encode(desk) }
    desk.path[id: id]?.number = 7
    #expect(try encode(desk) == JSONStreamEncoder.encode(desk))
  }

  @Test(
    "After random changes, a state is encoded as by a new encoder, and patched to it",
    arguments: 0..<80)
  func random(seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed))
    var desk = desk(pages: Int.random(in: 0..<4, using: &numbers))
    var kept: [Desk] = []
    var bases: [(base: StateBase, snapshot: [UInt8])] = []
    for _ in 0..<60 {
      change(&desk.path, &numbers)
      switch Int.random(in: 0..<12, using: &numbers) {
      case 0: desk.drawer = desk.drawer == nil ? StackState([Page(encodings: tally)]) : nil
      case 1: change(&desk.last, &numbers)
      case 2: swap(&desk.path, &desk.last)
      case 3: kept.append(desk)
      case 4: if let old = kept.randomElement(using: &numbers) { desk = old }
      case 5: kept = []
      default: if desk.drawer != nil { change(&desk.drawer!, &numbers) }
      }
      if Bool.random(using: &numbers) {
        let bytes = try encode(desk)
        let wanted = try JSONStreamEncoder.encode(desk)
        #expect(text(bytes) == text(wanted), "seed \(seed)")
        let snapshot = Array(#"{"state":"#.utf8) + bytes + [0x7D]
        for (base, earlier) in bases where base.version < encoder.version {
          let patch = encoder.patch(from: base)
          let patched = try #require(
            JSONLiteral(decoding: earlier).applying(JSONLiteral(decoding: patch)))
          let rest = try JSONPatch.make(from: Array(patched.json.utf8), to: snapshot)
          #expect(text(rest) == "[]", "seed \(seed): \(text(patch))")
        }
        bases = [(encoder.base(), snapshot)] + bases.prefix(2)
      }
    }
  }

  @Test("An encoding error has its coding path, without the position in a stack")
  func path() throws {
    struct Screen: Encodable { var number = Double.nan }
    struct App: Encodable { var path = StackState([Screen(number: 1), Screen()]) }
    let error = #expect(throws: EncodingError.self) {
      try SnapshotEncoder().update(to: App(), version: 1)
    }
    guard case .invalidValue(_, let context) = try #require(error) else { return }
    #expect(context.codingPath.map(\.stringValue) == ["path", "number"])
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func change(_ stack: inout StackState<Page>, _ numbers: inout SeededGenerator) {
    let id = stack.ids.randomElement(using: &numbers)
    switch Int.random(in: 0..<14, using: &numbers) {
    case 0...3: stack.append(Page(encodings: tally))
    case 4: stack.append(contentsOf: [Page(encodings: tally), Page(encodings: tally)])
    case 5: if let id { stack.pop(from: id) }
    case 6: if let id { stack.pop(to: id) }
    case 7: if let id { stack[id: id] = nil }
    case 8: if let id { stack[id: id] = Page(number: 5, encodings: tally) }
    case 9:
      stack.insert(Page(encodings: tally), at: Int.random(in: 0...stack.count, using: &numbers))
    case 10: stack.removeAll(where: { $0.number > 3 })
    case 11: if let id { stack[id: id]?.notes.append(Note(text: "n")) }
    case 12: for _ in 0..<40 { if let id { stack[id: id]?.number += 1 } }
    default: if let id { stack[id: id]?.number += 1 }
    }
  }
}
