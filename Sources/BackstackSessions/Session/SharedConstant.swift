/// A value that many owners share without copies.
struct SharedConstant<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private let box: Box

  var value: Value { box.value }

  init(_ value: Value) { box = Box(value) }
}
