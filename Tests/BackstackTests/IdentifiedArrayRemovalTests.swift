import Backstack
import Testing

@Suite("Removal from an IdentifiedArray")
struct IdentifiedArrayRemovalTests {
  private struct Row: Identifiable, Equatable, Sendable {
    var id: Int
  }

  private func rows(_ count: Int) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(uniqueElements: (0..<count).map(Row.init))
  }

  @Test("Removing several elements at either end keeps the others and their ids")
  func several() {
    var rows = rows(6)
    rows.removeFirst(2)
    #expect(rows.ids == [2, 3, 4, 5])
    rows.removeLast(1)
    #expect(rows.ids == [2, 3, 4])
    #expect(rows.index(id: 4) == 2)
    #expect(rows[id: 5] == nil)
    rows.removeFirst(0)
    rows.removeLast(0)
    #expect(rows.ids == [2, 3, 4])
    rows.removeLast(3)
    #expect(rows.isEmpty)
  }

  @Test("Reserving capacity changes nothing else")
  func capacity() {
    var rows = rows(2)
    rows.reserveCapacity(100)
    rows.append(Row(id: 7))
    #expect(rows.ids == [0, 1, 7])
    #expect(rows.elements == [Row(id: 0), Row(id: 1), Row(id: 7)])
  }

  @Test("Appending a sequence keeps existing elements with the same ids at their positions")
  func appended() {
    var rows = rows(2)
    rows.append(contentsOf: [Row(id: 1), Row(id: 2)])
    #expect(rows.ids == [0, 1, 2])
  }

  @Test("Removing more elements than there are traps with a message")
  func removed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 0), Row(id: 1)]
      rows.removeFirst(3)
    }
    #expect(result?.says("3 elements can't be removed from an IdentifiedArray of 2.") == true)
    let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var rows: IdentifiedArrayOf<Row> = []
      rows.removeFirst()
    }
    #expect(
      first?.says("An IdentifiedArray of 0 elements has no element at the position 0.") == true)
  }

  @Test("Swapping an element with one that is not there traps with a message")
  func swapped() async {
    let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 0), Row(id: 1)]
      rows.swapAt(2, 0)
    }
    #expect(
      first?.says("An IdentifiedArray of 2 elements has no element at the position 2.") == true)
    let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 0), Row(id: 1)]
      rows.swapAt(0, -1)
    }
    #expect(
      second?.says("An IdentifiedArray of 2 elements has no element at the position -1.") == true)
  }

  @Test("Inserting at a position out of bounds traps with a message")
  func inserted() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var rows: IdentifiedArrayOf<Row> = []
      rows.insert(Row(id: 0), at: 1)
    }
    #expect(
      result?.says("An element can't be put at the position 1 of an IdentifiedArray of 0.") == true)
  }
}

extension ExitTest.Result {
  /// Returns whether the process wrote a text to standard error; in release builds, whose
  /// preconditions have no texts, always true.
  fileprivate func says(_ text: String) -> Bool {
    #if DEBUG
      String(decoding: standardErrorContent, as: UTF8.self).contains(text)
    #else
      true
    #endif
  }
}
