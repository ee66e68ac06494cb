/// Returns the names of an enum's cases from the outside in, without their payloads: for logs that
/// must not contain personal data (R120).
///
/// An example is `.path(.element(id:, action: .counter(.increment)))`. A value that is not an enum
/// is shown as the name of its type.
package func caseOutline<Value>(_ value: Value) -> String { outline(value, depth: 0) }

private func outline(_ value: Any, depth: Int) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum, depth < DescriptionBuilder.maximumDepth else {
    return depth == 0 ? shortName(of: type(of: value)) : ""
  }
  guard let child = mirror.children.first, let name = child.label else {
    return ".\(caseName(value) ?? String(describing: value))"
  }
  let payload = Mirror(reflecting: child.value)
  guard payload.displayStyle == .tuple else {
    let text = outline(child.value, depth: depth + 1)
    return text.isEmpty ? ".\(name)" : ".\(name)(\(text))"
  }
  let fields = payload.children.map { field in
    let text = outline(field.value, depth: depth + 1)
    guard let label = field.label, !label.hasPrefix(".") else { return text.isEmpty ? "_" : text }
    return text.isEmpty ? "\(label):" : "\(label): \(text)"
  }
  return ".\(name)(\(fields.joined(separator: ", ")))"
}
