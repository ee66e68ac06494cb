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
    var hasReturn = false
    var hasWait = false
    for preference in values.lazy.flatMap({ $0.utf8.split(separator: UInt8(ascii: ",")) }) {
      // Parameters follow the preference.
      let pair = preference.prefix { $0 != UInt8(ascii: ";") }
      let name = Self.text(pair.prefix { $0 != UInt8(ascii: "=") })
      let value = Self.text(pair.drop { $0 != UInt8(ascii: "=") }.dropFirst())
      switch name {
      case "return" where !hasReturn:
        hasReturn = true
        isMinimal = value == "minimal"
      case "wait" where !hasWait:
        hasWait = true
        wait = Self.seconds(value)
      default: break
      }
    }
  }

  /// Returns a name or a value without blanks and quotes, in lower case.
  private static func text(_ part: Substring.UTF8View) -> String {
    String(
      decoding: part.compactMap { byte in
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\""): nil
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        default: byte
        }
      }, as: UTF8.self)
  }

  /// Returns the value of `Preference-Applied`; `nil` if no preference was applied.
  ///
  /// - Parameter maximumWait: The seconds for which a response waits at most.
  func applied(upTo maximumWait: Int) -> String? {
    if !isMinimal, wait == nil { return nil }
    let wait = wait.map { "wait=\(min($0, maximumWait))" }
    return [isMinimal ? "return=minimal" : nil, wait].compactMap(\.self).joined(separator: ", ")
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
  mutating func note(_ preferences: Preferences, upTo maximumWait: Int) {
    if let applied = preferences.applied(upTo: maximumWait) {
      fields.set(.preferenceApplied, applied)
    }
  }
}

extension HTTPFieldName {
  static let idempotencyKey = HTTPFieldName("Idempotency-Key")
  static let link = HTTPFieldName("Link")
  static let processedVersion = HTTPFieldName("Processed-Version")
  static let preferenceApplied = HTTPFieldName("Preference-Applied")
  static let wwwAuthenticate = HTTPFieldName("WWW-Authenticate")
}
