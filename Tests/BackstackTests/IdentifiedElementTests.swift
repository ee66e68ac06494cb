import Backstack
import BackstackDiffing
import Testing

@Suite("Identified elements")
struct IdentifiedElementTests {
  private struct Row: Identifiable, Equatable {
    var id: Int
    var name = ""
  }

  private func fill(_ row: inout Row?, with new: Row?) { row = new }

  @Test("Setting an element in place at a new id adds it")
  func addsInPlace() {
    var rows: IdentifiedArrayOf<Row> = [Row(id: 1)]
    fill(&rows[id: 2], with: Row(id: 2, name: "b"))
    #expect(rows.ids == [1, 2] && rows[id: 2]?.name == "b")
    fill(&rows[id: 3], with: nil)
    #expect(rows.ids == [1, 2])
    fill(&rows[id: 1], with: nil)
    #expect(rows.ids == [2])
  }

  @CasePathable
  enum Tap: Equatable, Sendable { case tap }

  @Test("Case paths of IdentifiedAction are found by the case's name and the element's id")
  func namedCases() throws {
    let paths = IdentifiedAction<Int, Tap>.allCasePaths
    let action = IdentifiedAction<Int, Tap>.element(id: 7, action: .tap)
    #expect(paths.casePath(named: "element") != nil)
    #expect(paths.casePath(named: "Element") == nil)
    #expect(paths[id: 7].extract(from: action) == .tap)
    #expect(paths[id: 8].extract(from: action) == nil)
    #expect(paths.casePath(id: "7") != nil)
    #expect(paths.casePath(id: "x") == nil)
    #expect(paths.element.extract(from: action)?.id == 7)
  }

  @Test("A dialog's description includes only the parts that it has")
  func dialogs() {
    let plain = ConfirmationDialogState<Tap> { TextState("Which?") }
    #expect(Mirror(reflecting: plain).children.map(\.label) == ["title"])
    let full = ConfirmationDialogState<Tap>(titleVisibility: .hidden) {
      TextState("Which?")
    } actions: {
      ButtonState(action: .tap) { TextState("This") }
    } message: {
      TextState("Both are good.")
    }
    #expect(
      Mirror(reflecting: full).children.map(\.label)
        == ["title", "titleVisibility", "actions", "message"])
    #expect(describe(full).contains(#"message: "Both are good.""#))
  }
}
