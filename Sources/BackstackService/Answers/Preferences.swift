import BackstackHTTP

/// What a client prefers of an answer (RFC 7240); what is not known here is ignored.
struct Preferences: Sendable, Hashable {
  /// Whether the answer needs no content.
  var isMinimal = false
  /// How many seconds the client would wait for effects, as it said.
  var wait: Int?

  /// - Parameter values: The values of `Prefer`; of two preferences with a name the first counts.
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

  /// The value of `Preference-Applied`; `nil` when there is nothing to tell.
  var applied: String? {
    if !isMinimal, wait == nil { return nil }
    let all = [isMinimal ? "return=minimal" : nil, wait.map { "wait=\($0)" }].compactMap(\.self)
    return all.joined(separator: ", ")
  }

  /// The same without waiting.
  var withoutWait: Self {
    var preferences = self
    preferences.wait = nil
    return preferences
  }

  /// The number that digits make; as many as fit, for a larger one.
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
  /// Tells which preferences were followed.
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
