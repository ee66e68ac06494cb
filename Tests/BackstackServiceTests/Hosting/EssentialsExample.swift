import FoundationEssentials

// example begins
/// Text without Foundation: in parentheses, what it replaces.
extension String {
  /// (`trimmingCharacters(in: .whitespacesAndNewlines)`)
  var trimmed: String { replacing(/^\s+|\s+$/, with: "") }

  /// (`localizedCaseInsensitiveContains(_:)`)
  func containsIgnoringCase(_ other: String) -> Bool { lowercased().contains(other.lowercased()) }

  /// (`addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)`)
  var percentEncodedPath: String {
    var components = URLComponents()
    components.path = self
    return components.percentEncodedPath
  }

  /// (`removingPercentEncoding`) `nil` if it is not percent-encoded.
  var percentDecodedPath: String? {
    URLComponents(string: self, encodingInvalidCharacters: false)?.path
  }
}
// example ends
