import BackstackCasePaths
import BackstackDiffing

/// An action that sets a field of a feature's state: the payload of `case binding`.
///
/// ```swift
/// store.send(.binding(.set(\.title, "Design")))
/// ```
///
/// ``BindableState`` tells which fields clients can set. If a client sends an object of several
/// fields, a session makes one action of each, in the order in which the state declares them, and
/// processes all or none.
public struct BindingAction<Root>: Sendable {
  /// The field with its new value; `nil` in an action that is only compared by its case.
  let assignment: (any FieldAssignment<Root>)?
  /// The record of the decoding, if the action was decoded.
  private var record: DecodingRecord?

  init(assignment: (any FieldAssignment<Root>)?, in record: DecodingRecord? = nil) {
    self.assignment = assignment
    self.record = record
    record?.noteUnset(fieldName)
  }

  /// The name of the field, after that of the state.
  private var fieldName: String {
    assignment.map { "\(Root.self)" + Self.name(of: $0.partialKeyPath).dropFirst() } ?? ""
  }

  /// Returns the action that sets a field.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    Self(assignment: Assignment(keyPath: keyPath, value: value, areEqual: ==))
  }

  /// Returns the action that sets a field whose values may have no `==`.
  package static func assigning<Value: Sendable>(
    _ value: Value, to keyPath: WritableKeyPath<Root, Value>
  ) -> Self {
    // Sound: a key path of stored properties captures nothing.
    nonisolated(unsafe) let keyPath = keyPath
    return Self(
      assignment: Assignment(
        keyPath: unsafeBitCast(keyPath, to: (any WritableKeyPath<Root, Value> & Sendable).self),
        value: value
      ) { ($0 as? any Equatable)?.isEqual(to: $1) ?? false })
  }

  /// The key path of the field.
  public var keyPath: PartialKeyPath<Root> { assignment?.partialKeyPath ?? \.self }

  /// Sets the field of a state.
  func apply(to root: inout Root) {
    assignment?.apply(to: &root)
    record?.noteSet(fieldName)
  }

  /// Returns the value for a field; `nil` if the action doesn't set it.
  fileprivate func value<Value: Sendable>(of keyPath: WritableKeyPath<Root, Value>) -> Value? {
    guard let assignment = assignment as? Assignment<Root, Value>, assignment.keyPath == keyPath
    else { return nil }
    return assignment.value
  }

  /// Returns whether an action sets a field: `case .binding(\.title):`.
  public static func ~= <Value>(keyPath: WritableKeyPath<Root, Value>, action: Self) -> Bool {
    action.assignment?.partialKeyPath == keyPath
  }
}

/// A field with a new value, whatever the type of the value.
protocol FieldAssignment<Root>: Sendable {
  associatedtype Root
  associatedtype Value

  var value: Value { get }
  var partialKeyPath: PartialKeyPath<Root> { get }

  func apply(to root: inout Root)
  func isEqual(to other: any FieldAssignment<Root>) -> Bool
}

/// A field with a new value.
struct Assignment<Root, Value: Sendable>: FieldAssignment {
  let keyPath: any WritableKeyPath<Root, Value> & Sendable
  let value: Value
  let areEqual: @Sendable (Value, Value) -> Bool

  var partialKeyPath: PartialKeyPath<Root> { keyPath }

  func apply(to root: inout Root) { root[keyPath: keyPath] = value }

  func isEqual(to other: any FieldAssignment<Root>) -> Bool {
    guard let other = other as? Self else { return false }
    return keyPath as PartialKeyPath<Root> == other.partialKeyPath && areEqual(value, other.value)
  }
}

extension BindingAction: Equatable {
  /// Returns whether two actions set the same field to equal values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    guard let left = lhs.assignment, let right = rhs.assignment else {
      return lhs.assignment == nil && rhs.assignment == nil
    }
    return left.isEqual(to: right)
  }
}

extension BindingAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// The fields as cases, whose payloads are their new values: `\.binding.title`.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The case of the actions that set a field.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: any WritableKeyPath<Root, Value> & Sendable
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(embed: { .set(keyPath, $0) }, extract: { $0.value(of: keyPath) })
    }
  }
}

/// An action is shown as the call that makes it: `.set(\.title, "Design")`.
extension BindingAction: CustomDebugStringConvertible, CustomReflectable {
  public var debugDescription: String {
    guard let assignment else { return ".set()" }
    return
      ".set(\(Self.name(of: assignment.partialKeyPath)), \(Self.line(describing: assignment.value)))"
  }

  public var customMirror: Mirror { Mirror(self, children: []) }

  /// Returns a key path without its root, which the action's type names: `\.title`.
  private static func name(of keyPath: PartialKeyPath<Root>) -> String {
    if let name = (Root.self as? any BindableState.Type)?.fieldName(of: keyPath) {
      return "\\.\(name)"
    }
    let text = "\(keyPath)"
    let root = "\\\(Root.self)"
    return text.hasPrefix(root) ? "\\" + text.dropFirst(root.count) : text
  }

  private static func line(describing value: some Any) -> String {
    let lines = describe(value).split(separator: "\n").map { $0.drop { $0 == " " } }
    var text = ""
    for line in lines {
      if text.hasSuffix(",") { text += " " }
      text += line
    }
    return text
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { (other as? Self) == self }
}
