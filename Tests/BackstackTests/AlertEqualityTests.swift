import Backstack
import Testing

@Suite("Equality of alerts")
struct AlertEqualityTests {
  private func alert(
    _ title: String = "a", _ button: String = "b", _ message: String = "c"
  ) -> AlertState<Int> {
    AlertState {
      TextState(verbatim: title)
    } actions: {
      ButtonState(action: 1) { TextState(verbatim: button) }
    } message: {
      TextState(verbatim: message)
    }
  }

  private func dialog(
    _ title: String = "a", _ button: String = "b", _ message: String = "c",
    _ visibility: ConfirmationDialogStateTitleVisibility = .visible
  ) -> ConfirmationDialogState<Int> {
    ConfirmationDialogState(titleVisibility: visibility) {
      TextState(verbatim: title)
    } actions: {
      ButtonState(action: 1) { TextState(verbatim: button) }
    } message: {
      TextState(verbatim: message)
    }
  }

  @Test("Alerts or dialogs that differ in any one part are not equal")
  func differences() {
    #expect(alert() == alert())
    #expect(alert() != alert("x"))
    #expect(alert() != alert("a", "x"))
    #expect(alert() != alert("a", "b", "x"))
    #expect(dialog() == dialog())
    #expect(dialog() != dialog("x"))
    #expect(dialog() != dialog("a", "x"))
    #expect(dialog() != dialog("a", "b", "x"))
    #expect(dialog() != dialog("a", "b", "c", .hidden))
  }

  @Test("A set has each of them, and those that are equal once")
  func hashes() {
    let dialogs = [
      dialog(), dialog("x"), dialog("a", "x"), dialog("a", "b", "x"),
      dialog("a", "b", "c", .hidden),
    ]
    #expect(Set(dialogs + dialogs).count == 5)
    // As good a hash as any has all that is compared in it.
    #expect(Set(dialogs.map(\.hashValue)).count == 5)
    let alerts = [alert(), alert("x"), alert("a", "x"), alert("a", "b", "x")]
    #expect(Set(alerts + alerts).count == 4)
    #expect(Set(alerts.map(\.hashValue)).count == 4)
  }
}
