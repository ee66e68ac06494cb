/// Reflected as the optional that it represents, not as its box.
extension PresentationState: CustomReflectable {
  public var customMirror: Mirror {
    let children = read { [(label: "some" as String?, value: $0.pointee as Any)] } ?? []
    return Mirror(self, children: children, displayStyle: .optional)
  }
}

extension PresentationState: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { read { "\($0.pointee)" } ?? "nil" }
  public var debugDescription: String { read { String(reflecting: $0.pointee) } ?? "nil" }
}
