import Backstack
import Testing

@Suite("Removals of too many elements")
struct RemovalLimitTests {
  private struct Row: Identifiable { var id: Int }

  @Test("Removing more elements than an identified array has traps")
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
