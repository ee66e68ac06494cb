prefix operator /

/// The case path of a case with a payload, which it finds by reflection: `/Action.path` (F64).
///
/// For enums that can't carry `@CasePathable`, such as those local to a function; anywhere else a
/// case key path is more than ten times as fast. Several payloads need a context that says their
/// type.
public prefix func / <Root: Sendable, Value>(
  embed: @escaping @Sendable (Value) -> Root
) -> AnyCasePath<Root, Value> {
  AnyCasePath(
    embed: embed,
    extract: { root in
      guard let value: Value = reflectedPayload(of: root),
        enumTag(of: embed(value)) == enumTag(of: root)
      else { return nil }
      return value
    })
}

/// The case path of a case without payload: `/Action.closed` (F64).
@_disfavoredOverload
public prefix func / <Root: Sendable>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(
    embed: { root },
    extract: { other in enumTag(of: other) == enumTag(of: root) ? () : nil })
}

/// The payload of an enum's value if it is of a type.
private func reflectedPayload<Root, Value>(of root: Root) -> Value? {
  guard let payload = Mirror(reflecting: root).children.first?.value else { return nil }
  if let value = payload as? Value { return value }
  // One labelled payload is reflected as a tuple of one element.
  let parts = Mirror(reflecting: payload)
  guard parts.displayStyle == .tuple, parts.children.count == 1 else { return nil }
  return parts.children.first?.value as? Value
}
