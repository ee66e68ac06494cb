import BackstackDiffing

/// Returns the names of the cases that make up an action, without their payloads (R120):
/// `.path(.element(id:, action: .counter(.increment)))`.
///
/// - Parameter showsIDs: Whether the ids of elements are shown, as in `id: #3`.
func actionOutline(of action: Any, showsIDs: Bool = false) -> String {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return "\(mirror.subjectType)" }
  guard let child = mirror.children.first else { return ".\(action)" }
  return ".\(child.label ?? "?")(\(payloadOutline(of: child.value, showsIDs: showsIDs)))"
}

private func payloadOutline(of payload: Any, showsIDs: Bool) -> String {
  let mirror = Mirror(reflecting: payload)
  switch mirror.displayStyle {
  case .enum: return actionOutline(of: payload, showsIDs: showsIDs)
  case .tuple:
    let members = mirror.children.map { member in
      let label = member.label.flatMap { $0.hasPrefix(".") ? nil : $0 + ":" } ?? "_"
      if label == "id:", showsIDs { return "id: \(describe(member.value))" }
      let isEnum = Mirror(reflecting: member.value).displayStyle == .enum
      return isEnum
        ? "\(label) \(actionOutline(of: member.value, showsIDs: showsIDs))" : label
    }
    return members.joined(separator: ", ")
  default: return "…"
  }
}
