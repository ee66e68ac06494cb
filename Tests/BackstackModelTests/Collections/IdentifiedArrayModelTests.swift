import BackstackTestSupport
import Foundation
import Testing

@testable import Backstack

@Suite("Identified arrays compared with arrays in random runs")
struct IdentifiedArrayModelTests {
  @Test("An identified array contains each id once, at the same position as the array", .tags(.r71))
  func array() throws {
    for seed in Seeds.part(0, of: 2000) {
      var pair = ArrayPair(seed: seed)
      for _ in 0..<30 {
        pair.step()
        try pair.check("seed \(seed)")
      }
    }
  }
}

private struct Row: Equatable, Codable, Identifiable {
  var id: Int
  var value: Int
}

/// An identified array and the array that it is compared with.
private struct ArrayPair {
  private var random: SeededGenerator
  private var rows: IdentifiedArrayOf<Row> = []
  private var array: [Row] = []
  /// An earlier copy of both collections.
  private var copy: (rows: IdentifiedArrayOf<Row>, array: [Row])?
  private var name = ""

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func step() {
    let number = random.below(24)
    name = "step \(number)"
    let row = Row(id: random.below(9), value: random.below(9))
    let known = array.firstIndex { $0.id == row.id }
    let position = random.below(array.count + 1)
    switch number {
    case 0, 1, 2:
      #expect(rows.append(row) == (known == nil, known ?? array.count))
      if known == nil { array.append(row) }
    case 3, 4:
      #expect(rows.insert(row, at: position) == (known == nil, known ?? position))
      if known == nil { array.insert(row, at: position) }
    case 5:
      #expect(rows.updateOrAppend(row) == known.map { array[$0] })
      if let known { array[known] = row } else { array.append(row) }
    case 6:
      let (original, index) = rows.updateOrInsert(row, at: position)
      #expect(original == known.map { array[$0] } && index == known ?? position)
      if let known { array[known] = row } else { array.insert(row, at: position) }
    case 7:
      rows[id: row.id] = row
      if let known { array[known] = row } else { array.append(row) }
    case 8:
      #expect(rows.remove(id: row.id) == known.map { array.remove(at: $0) })
    case 9:
      rows[id: row.id] = nil
      if let known { array.remove(at: known) }
    case 10:
      rows.removeAll { $0.value < 3 }
      array.removeAll { $0.value < 3 }
    case 11: copy = (rows, array)
    case 12: if let copy { (rows, array) = copy }
    case 13:
      let other = [row, Row(id: row.id, value: 0), Row(id: row.id + 1, value: 1)]
      rows = IdentifiedArray(other)
      array = [other[0], other[2]]
    case 14 where random.percent(30):
      rows.removeAll()
      array = []
    case 15:
      rows = rows.filter { $0.value != row.value }
      array = array.filter { $0.value != row.value }
    default:
      if !array.isEmpty { stepOnElements(number, row, random.below(array.count)) }
    }
  }

  private mutating func stepOnElements(_ number: Int, _ row: Row, _ position: Int) {
    let other = random.below(array.count)
    switch number {
    case 16: #expect(rows.remove(at: position) == array.remove(at: position))
    case 17: #expect(rows.popLast() == array.popLast())
    case 18:
      rows.swapAt(position, other)
      array.swapAt(position, other)
    case 19:
      rows.reverse()
      array.reverse()
    case 20:
      rows.sort { $0.id < $1.id }
      array.sort { $0.id < $1.id }
    case 21:
      let target = random.below(array.count + 1)
      rows.move(fromOffsets: [position], toOffset: target)
      array.insert(array[position], at: target)
      array.remove(at: position < target ? position : position + 1)
    case 22:
      let range = min(position, other)..<max(position, other)
      rows.removeSubrange(range)
      array.removeSubrange(range)
    default:
      rows[position].value += 1
      rows[id: array[other].id]?.value += 10
      array[position].value += 1
      array[other].value += 10
    }
  }

  func check(_ run: String) throws {
    let comment = Comment(rawValue: "\(run), \(name): \(rows), \(array)")
    try #require(rows.elements == array, comment)
    try #require(Array(rows.ids) == array.map(\.id), comment)
    for (index, row) in array.enumerated() {
      try #require(rows.index(id: row.id) == index && rows[id: row.id] == row, comment)
    }
    try #require(rows.index(id: 99) == nil && rows[id: 99] == nil, comment)
    guard let copy else { return }
    let hasCopys = copy.array.allSatisfy { row in array.contains { $0.id == row.id } }
    try #require(hasCopys || !rows.generation.continues(copy.rows.generation), comment)
    try #require((copy.rows == rows) == (copy.array == array), comment)
    if name == "step 11" {
      let decoded = try JSONDecoder().decode(
        IdentifiedArrayOf<Row>.self, from: JSONEncoder().encode(rows))
      try #require(decoded == rows, comment)
    }
  }
}
