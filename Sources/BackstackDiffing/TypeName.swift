/// Returns the name of a type without modules and private contexts: `Counter.State`.
package func shortName(of type: Any.Type) -> String {
  var rest = String(reflecting: type)[...]
  var name = ""
  /// The dotted name that is being read.
  var parts: [Substring] = []
  /// Whether the name continues after generic arguments, as in `Stack<Int>.Path`, and so has no
  /// module.
  var isMember = false

  func endName() {
    name += parts.dropFirst(parts.count > 1 && !isMember ? 1 : 0).joined(separator: ".")
    parts = []
  }

  while let character = rest.first {
    let part = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    if !part.isEmpty {
      parts.append(part)
      rest.removeFirst(part.count)
    } else if rest.hasPrefix("(unknown context at "), let end = rest.firstIndex(of: ")") {
      rest = rest[rest.index(after: end)...].drop { $0 == "." }
    } else {
      rest.removeFirst()
      if character == ".", !parts.isEmpty { continue }
      endName()
      name.append(character)
      isMember = character == "."
    }
  }
  endName()
  return name
}

/// Returns the name of a type with its module, to distinguish types of the same name.
func fullName(of type: Any.Type) -> String {
  var name = String(reflecting: type)
  while let start = name.firstRange(of: "(unknown context at ")?.lowerBound,
    let end = name[start...].firstRange(of: ").")?.upperBound
  {
    name.removeSubrange(start..<end)
  }
  return name
}
