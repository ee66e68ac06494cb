/// Actions that wait until those before them have a response.
struct SendQueue: Sendable {
  struct Item: Sendable {
    /// The numbers that the program knows it by: several when actions of one field were replaced.
    fileprivate(set) var numbers: [Int]
    fileprivate(set) var outgoing: Conversation.Outgoing
    /// How often it was sent with a condition.
    fileprivate(set) var rounds = 0
  }

  private var items: [Item] = []
  private(set) var isSending = false

  /// The first action, unless one is on its way.
  var next: Item? { isSending ? nil : items.first }

  /// The action that is on its way.
  var current: Item? { isSending ? items.first : nil }

  mutating func append(_ number: Int, _ outgoing: Conversation.Outgoing) {
    let waiting = items.indices.dropFirst(isSending ? 1 : 0)
    let same = waiting.last { outgoing.field != nil && items[$0].outgoing.field == outgoing.field }
    // An action in between, such as a tap, may be about the earlier text.
    guard let same, items[same...].allSatisfy({ $0.outgoing.field != nil }) else {
      return items.append(Item(numbers: [number], outgoing: outgoing))
    }
    items[same].numbers.append(number)
    items[same].outgoing = outgoing
  }

  /// The first action is sent.
  mutating func begin() {
    isSending = true
    items[0].rounds += 1
  }

  /// The first action has to be sent once more.
  mutating func beginAgain() {
    isSending = false
  }

  /// Removes the first action, and returns its numbers.
  mutating func removeFirst() -> [Int] {
    isSending = false
    return items.removeFirst().numbers
  }

  /// Removes all actions, and returns their numbers.
  mutating func removeAll() -> [Int] {
    defer { self = SendQueue() }
    return items.flatMap(\.numbers)
  }
}
