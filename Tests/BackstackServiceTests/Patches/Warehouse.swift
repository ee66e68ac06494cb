import Backstack
import BackstackTestSupport

/// A feature whose state contains every kind of value, and whose actions change it randomly.
@Reducer
struct Warehouse {
  struct State: Codable, Sendable {
    var title = "warehouse"
    var path = StackState<Shelf>()
    @Presents var sheet: Shelf?
    var drawer: StackState<Item>?
    var rows: IdentifiedArrayOf<Item> = []
    /// Stacks that JSON has in the order of their names, whatever the order of encoding.
    var rooms: [String: StackState<Item>] = [:]
    var hall: Hall?
    var last = StackState<Item>()
  }

  struct Shelf: Codable, Sendable {
    var number = 0
    var sign: String?
    var items = StackState<Item>()
    @Presents var preview: Item?
  }

  struct Item: Codable, Sendable, Identifiable {
    var id: Int
    var names: [String] = []
    var weight: Double?
  }

  struct Hall: Codable, Sendable {
    var isOpen = false
    var shelves = StackState<Shelf>()
    var manager: Manager?
  }

  struct Manager: Codable, Sendable {
    var name: String?
  }

  enum Action: Codable, Sendable {
    /// Changes a few random things. The number is the seed.
    case happen(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .happen(let seed) = action else { return .none }
      var numbers = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
      for _ in 0..<Int.random(in: 1...3, using: &numbers) { state.change(&numbers) }
      return .none
    }
  }
}

extension Warehouse.State {
  fileprivate mutating func change(_ numbers: inout SeededGenerator) {
    let room = ["a", "b/c", "~", "\u{1}"].randomElement(using: &numbers)!
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0: title = text(&numbers)
    case 1: sheet = sheet == nil ? shelf(&numbers) : nil
    case 2: sheet?.change(&numbers)
    case 3: drawer = drawer == nil ? StackState([item(&numbers)]) : nil
    case 4: if drawer != nil { changeStack(&drawer!, &numbers, item) { $0.change(&$1) } }
    case 5: rows.updateOrAppend(item(&numbers))
    case 6: if let id = rows.ids.randomElement(using: &numbers) { rows.remove(id: id) }
    case 7: if let id = rows.ids.randomElement(using: &numbers) { rows[id: id]?.change(&numbers) }
    case 8: rooms[room] = StackState([item(&numbers)])
    case 9: rooms[room] = nil
    case 10: changeStack(&rooms[room, default: StackState()], &numbers, item) { $0.change(&$1) }
    case 11: hall = hall == nil ? Warehouse.Hall() : nil
    case 12:
      let manager = hall?.manager == nil ? Warehouse.Manager(name: text(&numbers)) : nil
      hall?.manager = manager
    case 13: if hall != nil { changeStack(&hall!.shelves, &numbers, shelf) { $0.change(&$1) } }
    case 14: changeStack(&last, &numbers, item) { $0.change(&$1) }
    case 15: swap(&last, &rooms[room, default: StackState()])
    default: changeStack(&path, &numbers, shelf) { $0.change(&$1) }
    }
  }
}

extension Warehouse.Shelf {
  fileprivate mutating func change(_ numbers: inout SeededGenerator) {
    switch Int.random(in: 0..<5, using: &numbers) {
    case 0: number += 1
    case 1: sign = sign == nil ? text(&numbers) : nil
    case 2: preview = preview == nil ? item(&numbers) : nil
    case 3: preview?.change(&numbers)
    default: changeStack(&items, &numbers, item) { $0.change(&$1) }
    }
  }
}

extension Warehouse.Item {
  fileprivate mutating func change(_ numbers: inout SeededGenerator) {
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0: names.insert(text(&numbers), at: Int.random(in: 0...names.count, using: &numbers))
    case 1: _ = names.popLast()
    default: weight = weight == nil ? Double.random(in: 0...9, using: &numbers) : nil
    }
  }
}

private func changeStack<Element>(
  _ stack: inout StackState<Element>, _ numbers: inout SeededGenerator,
  _ make: (inout SeededGenerator) -> Element,
  _ change: (inout Element, inout SeededGenerator) -> Void
) {
  let id = stack.ids.randomElement(using: &numbers)
  switch Int.random(in: 0..<12, using: &numbers) {
  case 0...2: stack.append(make(&numbers))
  case 3: stack.append(contentsOf: [make(&numbers), make(&numbers)])
  case 4: if let id { stack.pop(from: id) }
  case 5: if let id { stack.pop(to: id) }
  case 6: if let id { stack[id: id] = nil }
  case 7: if let id { stack[id: id] = make(&numbers) }
  case 8: stack.insert(make(&numbers), at: Int.random(in: 0...stack.count, using: &numbers))
  case 9: stack = StackState([make(&numbers)])
  default:
    guard let id else { return }
    change(&stack[id: id]!, &numbers)
  }
}

private func shelf(_ numbers: inout SeededGenerator) -> Warehouse.Shelf {
  Warehouse.Shelf(number: Int.random(in: 0..<100, using: &numbers))
}

private func item(_ numbers: inout SeededGenerator) -> Warehouse.Item {
  Warehouse.Item(id: Int.random(in: 0..<20, using: &numbers), names: [text(&numbers)])
}

private func text(_ numbers: inout SeededGenerator) -> String {
  ["", "\u{1}0", "\u{1}", "a \"quoted\" / text ~ \n", "box", "\u{1f4e6}", "1"]
    .randomElement(using: &numbers)!
}
