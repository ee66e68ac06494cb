/// Returns the names of the cases that make up an action, without their payloads (R120):
/// `.path(.element(id:, action: .counter(.increment)))`.
func actionOutline(of action: Any) -> String {
  let mirror = Mirror(reflecting: action)
  guard mirror.displayStyle == .enum else { return "\(mirror.subjectType)" }
  guard let child = mirror.children.first else { return ".\(action)" }
  return ".\(child.label ?? "?")(\(payloadOutline(of: child.value)))"
}

private func payloadOutline(of payload: Any) -> String {
  let mirror = Mirror(reflecting: payload)
  switch mirror.displayStyle {
  case .enum: return actionOutline(of: payload)
  case .tuple:
    let members = mirror.children.map { member in
      let label = member.label.flatMap { $0.hasPrefix(".") ? nil : $0 + ":" } ?? "_"
      let isEnum = Mirror(reflecting: member.value).displayStyle == .enum
      return isEnum ? "\(label) \(actionOutline(of: member.value))" : label
    }
    return members.joined(separator: ", ")
  default: return "…"
  }
}
