/// A pattern, parsed into literal and parameter segments.
struct HTTPRoutePattern {
  enum Segment {
    case literal([UInt8])
    case parameter
  }

  var segments: [Segment] = []
  var names: [String] = []

  init(_ pattern: String) {
    precondition(pattern.hasPrefix("/"), "The pattern \"\(pattern)\" must begin with a slash.")
    for text in pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard text.hasPrefix("{"), text.hasSuffix("}") else {
        precondition(
          !text.contains { "{}%?#".contains($0) },
          "The pattern \"\(pattern)\" may have braces only around a whole segment.")
        segments.append(.literal(Array(text.utf8)))
        continue
      }
      let name = String(text.dropFirst().dropLast())
      precondition(
        !name.isEmpty && !names.contains(name),
        "The parameters of \"\(pattern)\" must have names that differ.")
      segments.append(.parameter)
      names.append(name)
    }
    precondition(
      names.count <= HTTPPathParameters.capacity,
      "The pattern \"\(pattern)\" has more than \(HTTPPathParameters.capacity) parameters.")
  }
}
