import BackstackPlatform
import FoundationEssentials

/// The language of a person, with the script and the region if they are known: `de`, `zh-Hant-TW`.
package struct LanguageTag: Sendable, Hashable {
  /// The tag (BCP 47), in its usual case.
  package let text: String

  /// The most characters of a tag that is read.
  private static var maximumLength: Int { 64 }

  /// Creates the language of a tag (BCP 47), of which variants and extensions are left out.
  ///
  /// - Returns: `nil` for a text that names no language, as `*` does.
  package init?(_ tag: some StringProtocol) {
    guard tag.utf8.count <= Self.maximumLength else { return nil }
    var rest = tag.split(separator: "-", omittingEmptySubsequences: false)[...]
    let isTag = rest.allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { isDigit($0) || isLetter($0) }
    }
    guard isTag else { return nil }
    func take(_ lengths: ClosedRange<Int>, _ isPart: (UInt8) -> Bool = isLetter) -> String? {
      guard let first = rest.first, lengths.contains(first.utf8.count),
        first.utf8.allSatisfy(isPart)
      else { return nil }
      rest.removeFirst()
      return String(first)
    }
    guard var text = take(2...3)?.lowercased() else { return nil }
    // Extended languages: the first subtag is enough of a language.
    while take(3...3) != nil {}
    if let script = take(4...4) { text += "-" + script.capitalized }
    if let region = take(2...2) ?? take(3...3, isDigit) { text += "-" + region.uppercased() }
    self.text = text
  }

  /// The locale of the language.
  var locale: Locale { LocaleTable.shared.locale(of: self) }
}

/// Makes locales of tags.
///
/// Foundation keeps each locale for as long as the process lives, and clients name them.
final class LocaleTable: Sendable {
  static let shared = LocaleTable()

  private let limit: Int
  private let made = Guarded<Set<LanguageTag>>([])

  /// - Parameter limit: The most tags of which locales are made.
  init(limit: Int = 1000) { self.limit = limit }

  /// Returns the locale of a tag; that of the language alone once there are too many, as there are few
  /// languages.
  func locale(of tag: LanguageTag) -> Locale {
    let isKept = made.withLock { made in
      if made.count < limit { made.insert(tag) }
      return made.contains(tag)
    }
    let text = isKept ? tag.text : String(tag.text.prefix { $0 != "-" })
    return Locale(identifier: text.replacing("-", with: "_"))
  }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
