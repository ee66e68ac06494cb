import Backstack
import BackstackDiffing
import FoundationEssentials
import Testing

@Suite("IdentifiedArray")
struct IdentifiedArrayTests {
  struct Row: Identifiable, Hashable, Codable, Comparable, Sendable {
    var id: Int
    var name: String
    static func < (lhs: Row, rhs: Row) -> Bool { lhs.name < rhs.name }
  }

  struct Named: Identifiable, Equatable {
    var id: Int
    var name = ""
  }

  /// Returns rows whose names are letters and whose ids are the letters' positions in the alphabet.
  private func rows(_ letters: String) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(uniqueElements: letters.map(row))
  }

  private func row(_ letter: Character) -> Row {
    Row(id: Int(letter.asciiValue ?? 0) - 97, name: String(letter))
  }

  /// Runs a closure and returns the issues that it reports.
  private func issues(_ body: () throws -> Void) rethrows -> [String] {
    let log = IssueLog()
    try withDependencies {
      $0.issueReporter = log.reporter
    } operation: {
      try body()
    }
    return log.messages
  }

  private func check(_ rows: IdentifiedArrayOf<Row>, _ letters: String) {
    #expect(rows.map(\.name).joined() == letters)
    #expect(rows.ids == letters.map { row($0).id })
    #expect(rows.elements == Array(rows))
    for (position, row) in rows.enumerated() {
      #expect(rows.index(id: row.id) == position)
      #expect(rows[id: row.id] == row)
    }
    for letter in "abcdefgh" where !letters.contains(letter) {
      #expect(rows[id: row(letter).id] == nil)
    }
  }

  @Test(
    "Every change keeps the order, the ids and the elements consistent",
    arguments: [
      ({ @Sendable in $0.append(Row(id: 4, name: "e")) }, "abcde"),
      ({ @Sendable in $0.append(Row(id: 1, name: "x")) }, "abcd"),
      (
        { @Sendable in $0.append(contentsOf: [Row(id: 4, name: "e"), Row(id: 0, name: "x")]) },
        "abcde"
      ),
      ({ @Sendable in $0.insert(Row(id: 4, name: "e"), at: 1) }, "aebcd"),
      ({ @Sendable in $0.updateOrInsert(Row(id: 4, name: "e"), at: 0) }, "eabcd"),
      ({ @Sendable in $0.updateOrAppend(Row(id: 4, name: "e")) }, "abcde"),
      ({ @Sendable in $0[id: 4] = Row(id: 4, name: "e") }, "abcde"),
      ({ @Sendable in $0[id: 1] = nil }, "acd"),
      ({ @Sendable in $0[id: 7] = nil }, "abcd"),
      ({ @Sendable in $0.remove(id: 2) }, "abd"),
      ({ @Sendable in $0.remove(id: 7) }, "abcd"),
      ({ @Sendable in $0.remove(Row(id: 2, name: "?")) }, "abd"),
      ({ @Sendable in $0.remove(at: 0) }, "bcd"),
      ({ @Sendable in $0.removeFirst() }, "bcd"),
      ({ @Sendable in $0.removeLast() }, "abc"),
      ({ @Sendable in _ = $0.popLast() }, "abc"),
      ({ @Sendable in $0.removeSubrange(1...2) }, "ad"),
      ({ @Sendable in $0.remove(atOffsets: [0, 3]) }, "bc"),
      ({ @Sendable in $0.removeAll { $0.name > "b" } }, "ab"),
      ({ @Sendable in $0.removeAll() }, ""),
      ({ @Sendable in $0 = $0.filter { $0.name > "b" } }, "cd"),
      ({ @Sendable in $0.swapAt(0, 3) }, "dbca"),
      ({ @Sendable in $0.reverse() }, "dcba"),
      ({ @Sendable in $0.sort { $0.name > $1.name } }, "dcba"),
      (
        {
          $0.reverse()
          $0.sort()
        }, "abcd"
      ),
      ({ @Sendable in $0.partition { $0.name == "a" || $0.name == "c" } }, "bdac"),
      ({ @Sendable in $0.move(fromOffsets: [0, 1], toOffset: 3) }, "cabd"),
      ({ @Sendable in $0.move(fromOffsets: [2, 3], toOffset: 0) }, "cdab"),
      ({ @Sendable in $0.move(fromOffsets: [0], toOffset: 4) }, "bcda"),
      ({ @Sendable in $0.move(fromOffsets: [1], toOffset: 1) }, "abcd"),
    ] as [(@Sendable (inout IdentifiedArrayOf<Row>) -> Void, String)])
  func changes(_ change: @Sendable (inout IdentifiedArrayOf<Row>) -> Void, letters: String) {
    var changed = rows("abcd")
    change(&changed)
    check(changed, letters)
  }

  @Test("Changes return the elements and positions that they affected")
  func results() {
    var rows = rows("abc")
    #expect(rows.append(row("d")) == (true, 3))
    #expect(rows.append(row("b")) == (false, 1))
    #expect(rows.insert(row("e"), at: 0) == (true, 0))
    #expect(rows.updateOrAppend(Row(id: 1, name: "B")) == row("b"))
    #expect(rows.updateOrAppend(row("f")) == nil)
    let updated = rows.updateOrInsert(Row(id: 2, name: "C"), at: 0)
    #expect(updated.originalMember == row("c"))
    #expect(updated.index == 3)
    #expect(rows.update(Row(id: 2, name: "c"), at: 3).name == "C")
    #expect(rows.remove(id: 2) == row("c"))
    #expect(rows.remove(id: 2) == nil)
    #expect(rows.partition { $0.id == 0 } == 4)
    #expect(rows.map(\.name) == ["e", "B", "d", "f", "a"])
  }

  @Test("Shuffling keeps all elements")
  func shuffling() {
    var rows = rows("abcdefgh")
    rows.shuffle()
    #expect(rows.count == 8)
    for letter in "abcdefgh" {
      #expect(rows[id: row(letter).id] == row(letter))
      #expect(rows.index(id: row(letter).id).map { rows[$0] } == row(letter))
    }
  }

  @Test("Elements change in place, by id and by position")
  func inPlace() {
    var rows = rows("ab")
    rows[id: 1]?.name = "B"
    rows[0].name = "A"
    rows[id: 7]?.name = "?"
    #expect(rows.map(\.name) == ["A", "B"])
    for index in rows.indices { rows[index].name += "!" }
    #expect(rows.map(\.name) == ["A!", "B!"])
    rows[id: 0]? = Row(id: 0, name: "new")
    #expect(rows[id: 0]?.name == "new")
  }

  @Test("Setting an element with another id is reported and changes nothing")
  func otherID() {
    var rows = rows("ab")
    let messages = issues {
      rows[id: 0] = row("c")
      rows[id: 7] = row("c")
      rows[id: 0] = row("b")
      rows[1] = row("c")
      rows.update(row("c"), at: 0)
    }
    #expect(messages.count == 5)
    check(rows, "ab")
  }

  @Test("An element whose id changes in place is found by the new id, or removed if it is taken")
  func replacedInPlace() {
    var array: IdentifiedArrayOf<Named> = [Named(id: 0), Named(id: 1), Named(id: 2)]
    let messages = issues {
      array[id: 0]? = Named(id: 7)
      array[1].id = 2
    }
    #expect(messages.count == 2)
    #expect(array.elements == [Named(id: 7), Named(id: 2)])
    #expect(array.index(id: 7) == 0)
    #expect(array.index(id: 2) == 1)
  }

  @Test("Of two elements with one id the first is kept; where ids must differ it is reported")
  func duplicates() {
    let messages = issues {
      #expect(IdentifiedArray(uniqueElements: [row("a"), Row(id: 0, name: "x")]).count == 1)
      let literal: IdentifiedArrayOf<Row> = [row("a"), row("a")]
      #expect(literal.count == 1)
    }
    #expect(messages.count == 2)
    #expect(issues { check(IdentifiedArray([row("a"), Row(id: 0, name: "x")]), "a") }.isEmpty)
    let combined = IdentifiedArray([row("a"), Row(id: 0, name: "x"), row("b")]) {
      Row(id: $0.id, name: $0.name + $1.name)
    }
    #expect(combined.map(\.name) == ["ax", "b"])
  }

  @Test("The id can be any key path of the element")
  func otherKeyPath() {
    var names = IdentifiedArray(["a", "bb", "cc"], id: \String.count)
    #expect(names.elements == ["a", "bb"])
    names[id: 2] = "dd"
    #expect(names.elements == ["a", "dd"])
  }

  @Test("The JSON form is an array; decoding refuses an id that occurs twice")
  func coding() throws {
    let rows = rows("ba")
    let data = try JSONEncoder().encode(rows)
    #expect(try JSONDecoder().decode([Row].self, from: data) == rows.elements)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data) == rows)
    let twice = try JSONEncoder().encode([row("a"), row("b"), Row(id: 0, name: "x")])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: twice)
    }
  }

  @Test("Equal means equal elements in the same order; a copy does not change with the original")
  func equality() {
    let original = rows("abc")
    var copy = original
    #expect(copy == original)
    #expect(copy.hashValue == original.hashValue)
    copy.swapAt(0, 1)
    #expect(copy != original)
    check(original, "abc")
    check(copy, "bac")
  }

  @Test("An identified array is described as an array")
  func descriptions() {
    let names = IdentifiedArray(["a", "bb"], id: \String.count)
    #expect("\(names)" == #"["a", "bb"]"#)
    #expect(
      describe(names) == """
        [
          [0]: "a",
          [1]: "bb"
        ]
        """)
  }

  @Test("The collections in an element are not copied when it changes")
  func uniqueness() {
    var boxes = IdentifiedArray([Box(id: 1)], id: \.id)
    boxes[id: 1]?.noteUniqueness()
    boxes[0].noteUniqueness()
    #expect(boxes[0].wasUnique == [true, true])
  }

  private struct Box: Sendable {
    final class Storage: Sendable {}
    var id: Int
    var storage = Storage()
    var wasUnique: [Bool] = []
    mutating func noteUniqueness() { wasUnique.append(isKnownUniquelyReferenced(&storage)) }
  }
}
