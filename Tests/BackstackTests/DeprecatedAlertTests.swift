import Backstack
import Testing

@Suite("Deprecated initializers of alerts")
struct DeprecatedAlertTests {
  // Deprecated, as is the API under test: otherwise each call would cause a warning.
  @available(*, deprecated)
  @Test("Deprecated initializers create the same alerts as the current ones")
  func older() {
    let cancel = ButtonState<Int>(role: .cancel) { TextState("No") }
    let delete = ButtonState<Int>(role: .destructive, action: 1) { TextState("Yes") }
    let alert = AlertState<Int> {
      TextState("Delete?")
    } actions: {
      cancel
      delete
    } message: {
      TextState("For ever")
    }
    let title = TextState("Delete?")
    let message = TextState("For ever")
    let older = [
      AlertState(
        title: title, message: message, primaryButton: .cancel(TextState("No")),
        secondaryButton: .destructive(TextState("Yes"), action: .send(1))),
      AlertState(title: title, message: message, buttons: [cancel, delete]),
    ]
    #expect(older == [alert, alert])
    let single = AlertState<Int>(title: title, dismissButton: .default(TextState("OK")))
    #expect(single.buttons == [ButtonState { TextState("OK") }])
    #expect(single.message == nil)
    #expect(AlertState<Int>(title: title).buttons.isEmpty)
    let dialog = ConfirmationDialogState<Int>(titleVisibility: .visible) {
      title
    } actions: {
      cancel
      delete
    } message: {
      message
    }
    #expect(
      dialog
        == ConfirmationDialogState(
          title: title, titleVisibility: .visible, message: message, buttons: [cancel, delete]))
  }
}
