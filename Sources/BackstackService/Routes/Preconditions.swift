import BackstackHTTP
import BackstackSessions

/// The conditions of a request on the version that it reads or changes (RFC 9110 §13). The only
/// place that compares them.
struct Preconditions: Sendable {
  /// The outcome of the conditions of a request that reads (§13.2.2).
  enum Outcome {
    case met, notModified, failed
  }

  /// The conditions, in an object because most requests have none.
  private final class Tags: Sendable {
    let match: HTTPEntityTags?
    let noneMatch: HTTPEntityTags?

    init(_ match: HTTPEntityTags?, _ noneMatch: HTTPEntityTags?) {
      self.match = match
      self.noneMatch = noneMatch
    }
  }

  private let tags: Tags?
  private var match: HTTPEntityTags? { tags?.match }
  private var noneMatch: HTTPEntityTags? { tags?.noneMatch }

  private init(_ tags: Tags?) { self.tags = tags }

  /// No conditions.
  static let none = Self(nil as Tags?)

  /// Whether there are no conditions.
  var isNone: Bool { tags == nil }

  /// Reads `If-Match` and `If-None-Match`.
  ///
  /// - Throws: ``Problem`` (400) for anything but entity tags, such as a version without quotes: it
  ///   would never match, and a client that repeats the request would do so for ever.
  init(_ request: HTTPRequest) throws(Problem) {
    guard request.mayHave(.ifMatch) || request.mayHave(.ifNoneMatch) else {
      tags = nil
      return
    }
    let match = request.entityTags(in: .ifMatch)
    let noneMatch = request.entityTags(in: .ifNoneMatch)
    tags = Tags(match, noneMatch)
    if let match {
      try Self.check(match, "If-Match")
      guard match.isAny || !match.texts.isEmpty else {
        throw Problem(
          .invalidCondition, "If-Match names no version. Write one in quotes, such as \"7\", or *.")
      }
    }
    if let noneMatch { try Self.check(noneMatch, "If-None-Match") }
  }

  private static func check(_ tags: HTTPEntityTags, _ name: String) throws(Problem) {
    guard let text = tags.malformed else { return }
    throw Problem(
      .invalidCondition,
      "\(name) is * or a list of versions, each of them in quotes, such as \"7\". "
        + (text == "*" ? "Send * alone." : "Write \(text) in quotes."))
  }

  /// Returns the outcome for a request that reads something of this version.
  func outcome(at version: Int) -> Outcome {
    if tags == nil { return .met }
    if !isMatch(version) { return .failed }
    if let noneMatch, noneMatch.matches("\(version)") { return .notModified }
    return .met
  }

  private func isMatch(_ version: Int) -> Bool {
    guard let match, !match.isAny else { return true }
    return match.strongTexts.contains("\(version)")
  }

  /// The versions that the client has: it waits for any other. Every version matches `*` (§13.1.2), so
  /// there is nothing to wait for.
  var awaited: [Int] {
    guard let noneMatch, !noneMatch.isAny else { return [] }
    return noneMatch.texts.compactMap(Self.version).filter(isMatch)
  }

  /// The condition of a request that changes a session.
  var ofChange: VersionCondition {
    if tags == nil { return .any }
    if noneMatch?.isAny == true { return .oneOf([]) }
    let excluded = (noneMatch?.texts ?? []).compactMap(Self.version)
    guard let match, !match.isAny else { return noneMatch == nil ? .any : .noneOf(excluded) }
    return .oneOf(match.strongTexts.compactMap(Self.version).filter { !excluded.contains($0) })
  }

  /// Returns why a version does not meet the conditions.
  func refusal(of version: Int) -> String {
    if isMatch(version) {
      return
        "The session is at a version that If-None-Match excludes. Decide again from the snapshot."
    }
    if match?.strongTexts.isEmpty == true {
      return "If-Match names only weak tags, which never match (RFC 9110 §13.1.1). "
        + "Send the version in quotes, as ETag has it, without W/."
    }
    return "The session is not at the version in If-Match. Decide again from the snapshot."
  }

  /// Returns the version with this tag, which is its only one: the tags of other texts with the same
  /// number are not equal (RFC 9110 §8.8.3.2).
  private static func version(_ tag: String) -> Int? {
    Int(tag).flatMap { $0 >= 0 && String($0) == tag ? $0 : nil }
  }
}
