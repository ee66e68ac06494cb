import BackstackTestSupport
import Foundation
import Testing

@testable import Backstack

@Suite("Stacks compared with arrays in random runs")
struct StackStateModelTests {
  @Test(
    "A stack's elements keep their ids, and new ones get greater ids",
    .tags(.r22, .r25, .r26, .r27, .r28))
  func stack() throws {
    for seed in Seeds.part(0, of: 2000) {
      var pair = StackPair(seed: seed)
      for _ in 0..<30 {
        pair.step()
        try pair.check("seed \(seed)")
      }
    }
  }
}

/// A stack and the arrays that it is compared with.
private struct StackPair {
  private typealias Entry = (id: Int, element: Int)

  private var random: SeededGenerator
  private var stack = StackState<Int>()
  private var entries: [Entry] = []
  /// An earlier copy of both collections.
  private var copy: (stack: StackState<Int>, entries: [Entry])?
  private let generator = StackElementIDGenerator()
  private var nextID = 0
  private var name = ""

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func step() {
    withDependencies { [generator] in
      $0.stackElementID = generator
    } operation: {
      makeStep()
    }
  }

  private mutating func fresh(_ elements: [Int]) -> [Entry] {
    elements.map { element in
      defer { nextID += 1 }
      return (nextID, element)
    }
  }

  private mutating func makeStep() {
    let number = random.below(17)
    name = "step \(number)"
    let elements = (0..<random.below(4)).map { _ in random.below(9) }
    let lower = random.below(entries.count + 1)
    let range = lower..<lower + random.below(entries.count - lower + 1)
    switch number {
    case 0, 1:
      stack.append(contentsOf: elements)
      entries += fresh(elements)
    case 2:
      stack.insert(contentsOf: elements, at: lower)
      entries.insert(contentsOf: fresh(elements), at: lower)
    case 3:
      stack.replaceSubrange(range, with: elements)
      entries.replaceSubrange(range, with: fresh(elements))
    case 4:
      stack.removeSubrange(range)
      entries.removeSubrange(range)
    case 5:
      #expect(stack.popLast() == entries.popLast()?.element)
    case 6:
      stack.removeAll { $0 < 3 }
      entries.removeAll { $0.element < 3 }
    case 7 where random.percent(30):
      stack.removeAll()
      entries = []
    case 8:
      stack = StackState(elements)
      entries = fresh(elements)
    case 9:
      stack += elements
      entries += fresh(elements)
    case 10 where random.percent(50):
      stack = StackState(ids: stack.ids.reversed(), elements: stack.reversed())
      entries.reverse()
    case 11: copy = (stack, entries)
    case 12: if let copy { (stack, entries) = copy }
    case 13:
      let id = 1 << 20 + random.below(3) + nextID
      generator.reserve(StackElementID(generation: id))
      stack.append(7, id: StackElementID(generation: id))
      entries.append((id, 7))
      nextID = id + 1
    default:
      if !entries.isEmpty { stepOnElement(number, random.below(entries.count)) }
    }
  }

  private mutating func stepOnElement(_ number: Int, _ position: Int) {
    let id = StackElementID(generation: entries[position].id)
    switch number {
    case 14:
      stack.pop(from: id)
      entries.removeSubrange(position...)
    case 15:
      stack.pop(to: id)
      entries.removeSubrange((position + 1)...)
    case 16 where random.percent(50):
      stack[id: id] = nil
      entries.remove(at: position)
    default:
      stack[id: id]? += 1
      entries[position].element += 1
    }
  }

  func check(_ run: String) throws {
    let comment = Comment(rawValue: "\(run), \(name): \(stack.debugDescription), \(entries)")
    try #require(stack.ids.map(\.generation) == entries.map(\.id), comment)
    try #require(Array(stack) == entries.map(\.element), comment)
    let greatest = entries.map(\.id).max() ?? -1
    try #require((stack.greatestID?.generation ?? -1) >= greatest, comment)
    for (index, entry) in entries.enumerated() {
      let id = StackElementID(generation: entry.id)
      try #require(stack.index(of: id) == index, comment)
      try #require(stack[id: id] == entry.element, comment)
    }
    let unknown = StackElementID(generation: nextID)
    try #require(stack.index(of: unknown) == nil && stack[id: unknown] == nil, comment)
    guard let copy else { return }
    let hasCopys = copy.entries.allSatisfy { entry in entries.contains { $0.id == entry.id } }
    try #require(hasCopys || !stack.generation.continues(copy.stack.generation), comment)
    let isEqual = copy.entries.elementsEqual(entries) { $0 == $1 }
    try #require((copy.stack == stack) == isEqual, comment)
    if name == "step 11" {
      let decoded = try JSONDecoder().decode(
        StackState<Int>.self, from: JSONEncoder().encode(stack))
      try #require(decoded == stack, comment)
    }
  }
}
