/// Reflected, and so dumped and diffed in failing tests, as a dictionary by ids.
extension StackState: CustomReflectable {
  public var customMirror: Mirror {
    let children = zip(ids, self).map { id, element in
      (label: id.description as String?, value: element as Any)
    }
    return Mirror(self, children: children, displayStyle: .dictionary)
  }
}

extension StackState: CustomDebugStringConvertible {
  /// The ids with the elements: `[#0: …, #1: …]`.
  public var debugDescription: String {
    let entries = zip(ids, self).map { "\($0): \(String(reflecting: $1))" }
    return entries.isEmpty ? "[:]" : "[\(entries.joined(separator: ", "))]"
  }
}

/// Reflected as `#0`, not as a structure.
extension StackElementID: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}
