/// A value that changes while a test compares what it returns: `#expect` does not take calls that
/// change a variable.
final class Changing<Value> {
  private(set) var value: Value

  init(_ value: Value) { self.value = value }

  func callAsFunction<Result>(_ change: (inout Value) -> Result) -> Result { change(&value) }
}
