import BackstackHTTP

/// The preferences of a client for a response (RFC 7240); unknown ones are ignored.
struct Preferences: Sendable, Hashable {
  /// Whether the response needs no content.
  var isMinimal = false
  /// The number of seconds for which the client prefers to wait for effects, as it sent it.
  var wait: Int?

  /// Creates the preferences.
  ///
  /// - Parameter values: The values of `Prefer`. If a preference is repeated, the first one counts.
  init(_ values: [String] = []) {
    var seen: Set<String> = []
    for preference in values.flatMap({ $0.split(separator: ",") }) {
      let parts = preference.split(separator: ";", maxSplits: 1)[...].first ?? ""
      let pair = parts.split(separator: "=", maxSplits: 1).map { part in
        part.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased()
      }
      guard let name = pair.first, seen.insert(name).inserted else { continue }
      let value = pair.count > 1 ? pair[1] : ""
      switch name {
      case "return": isMinimal = value == "minimal"
      case "wait": wait = Self.seconds(value)
      default: break
      }
    }
  }

  /// The value of `Preference-Applied`; `nil` if no preference was applied.
  var applied: String? {
    if !isMinimal, wait == nil { return nil }
    let all = [isMinimal ? "return=minimal" : nil, wait.map { "wait=\($0)" }].compactMap(\.self)
    return all.joined(separator: ", ")
  }

  /// The same preferences without `wait`.
  var withoutWait: Self {
    var preferences = self
    preferences.wait = nil
    return preferences
  }

  /// Returns the number with these digits, or the largest integer for a larger one; `nil` for any
  /// other text.
  static func seconds(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text) ?? .max
  }
}

extension HTTPRequest {
  var preferences: Preferences {
    mayHave(.prefer) ? Preferences(fields.values(of: .prefer)) : Preferences()
  }
}

extension HTTPResponse {
  /// Sets the field that tells the client which preferences were applied.
  mutating func note(_ preferences: Preferences) {
    if let applied = preferences.applied { fields.set(.preferenceApplied, applied) }
  }
}

extension HTTPFieldName {
  static let idempotencyKey = HTTPFieldName("Idempotency-Key")
  static let link = HTTPFieldName("Link")
  static let processedVersion = HTTPFieldName("Processed-Version")
  static let preferenceApplied = HTTPFieldName("Preference-Applied")
  static let wwwAuthenticate = HTTPFieldName("WWW-Authenticate")
}
