import Backstack
import Testing

@Suite("Removals of more than there is")
struct RemovalLimitTests {
  private struct Row: Identifiable { var id: Int }

  @Test("Of an identified array no more elements can be removed than it has")
  func tooMany() async {
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
      rows.removeLast(2)
    }
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
      rows.removeFirst(2)
    }
    await #expect(processExitsWith: .success) {
      var rows: IdentifiedArrayOf<Row> = [Row(id: 1), Row(id: 2), Row(id: 3)]
      rows.removeLast(1)
      rows.removeFirst(2)
    }
  }
}
