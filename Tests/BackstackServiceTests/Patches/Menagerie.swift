import Backstack

/// A feature whose state has all shapes that a state may have, in which anything may happen.
@Reducer
struct Menagerie {
  struct State: Codable, Sendable {
    var title = "menagerie"
    var path = StackState<Cage>()
    @Presents var sheet: Cage?
    var drawer: StackState<Animal>?
    var rows: IdentifiedArrayOf<Animal> = []
    /// Stacks in the order of their names, whatever the order in which they are encoded.
    var rooms: [String: StackState<Animal>] = [:]
    var wing: Wing?
    var last = StackState<Animal>()
  }

  struct Cage: Codable, Sendable {
    var number = 0
    var sign: String?
    var animals = StackState<Animal>()
    @Presents var visitor: Animal?
  }

  struct Animal: Codable, Sendable, Identifiable {
    var id: Int
    var names: [String] = []
    var weight: Double?
  }

  struct Wing: Codable, Sendable {
    var isOpen = false
    var cages = StackState<Cage>()
    var keeper: Keeper?
  }

  struct Keeper: Codable, Sendable {
    var name: String?
  }

  enum Action: Codable, Sendable {
    /// Changes a few things; which ones follows from the number.
    case happen(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .happen(let seed) = action else { return .none }
      var numbers = SplitMix(state: UInt64(bitPattern: Int64(seed)))
      for _ in 0..<Int.random(in: 1...3, using: &numbers) { state.change(&numbers) }
      return .none
    }
  }
}

extension Menagerie.State {
  fileprivate mutating func change(_ numbers: inout SplitMix) {
    let room = ["a", "b/c", "~", "\u{1}"].randomElement(using: &numbers)!
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0: title = text(&numbers)
    case 1: sheet = sheet == nil ? cage(&numbers) : nil
    case 2: sheet?.change(&numbers)
    case 3: drawer = drawer == nil ? StackState([animal(&numbers)]) : nil
    case 4: if drawer != nil { changeStack(&drawer!, &numbers, animal) { $0.change(&$1) } }
    case 5: rows.updateOrAppend(animal(&numbers))
    case 6: if let id = rows.ids.randomElement(using: &numbers) { rows.remove(id: id) }
    case 7: if let id = rows.ids.randomElement(using: &numbers) { rows[id: id]?.change(&numbers) }
    case 8: rooms[room] = StackState([animal(&numbers)])
    case 9: rooms[room] = nil
    case 10: changeStack(&rooms[room, default: StackState()], &numbers, animal) { $0.change(&$1) }
    case 11: wing = wing == nil ? Menagerie.Wing() : nil
    case 12:
      let keeper = wing?.keeper == nil ? Menagerie.Keeper(name: text(&numbers)) : nil
      wing?.keeper = keeper
    case 13: if wing != nil { changeStack(&wing!.cages, &numbers, cage) { $0.change(&$1) } }
    case 14: changeStack(&last, &numbers, animal) { $0.change(&$1) }
    case 15: swap(&last, &rooms[room, default: StackState()])
    default: changeStack(&path, &numbers, cage) { $0.change(&$1) }
    }
  }
}

extension Menagerie.Cage {
  fileprivate mutating func change(_ numbers: inout SplitMix) {
    switch Int.random(in: 0..<5, using: &numbers) {
    case 0: number += 1
    case 1: sign = sign == nil ? text(&numbers) : nil
    case 2: visitor = visitor == nil ? animal(&numbers) : nil
    case 3: visitor?.change(&numbers)
    default: changeStack(&animals, &numbers, animal) { $0.change(&$1) }
    }
  }
}

extension Menagerie.Animal {
  fileprivate mutating func change(_ numbers: inout SplitMix) {
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0: names.insert(text(&numbers), at: Int.random(in: 0...names.count, using: &numbers))
    case 1: _ = names.popLast()
    default: weight = weight == nil ? Double.random(in: 0...9, using: &numbers) : nil
    }
  }
}

private func changeStack<Element>(
  _ stack: inout StackState<Element>, _ numbers: inout SplitMix,
  _ make: (inout SplitMix) -> Element, _ change: (inout Element, inout SplitMix) -> Void
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

private func cage(_ numbers: inout SplitMix) -> Menagerie.Cage {
  Menagerie.Cage(number: Int.random(in: 0..<100, using: &numbers))
}

private func animal(_ numbers: inout SplitMix) -> Menagerie.Animal {
  Menagerie.Animal(id: Int.random(in: 0..<20, using: &numbers), names: [text(&numbers)])
}

private func text(_ numbers: inout SplitMix) -> String {
  ["", "\u{1}0", "\u{1}", "a \"quoted\" / text ~ \n", "lion", "\u{1f981}", "1"]
    .randomElement(using: &numbers)!
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
