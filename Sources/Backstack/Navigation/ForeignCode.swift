/// What a store owes to code that may take locks of its own.
final class ForeignCode {
  /// The tasks of cancelled effects, which are told so.
  var cancelled: [Task<Void, Never>] = []
  /// What observers are to be called with.
  var calls = ObserverCalls()
  /// What reducers of the store have sent to stores that were occupied.
  var postponed: [() -> Void] = []

  var isEmpty: Bool { cancelled.isEmpty && calls.isEmpty && postponed.isEmpty }
}
