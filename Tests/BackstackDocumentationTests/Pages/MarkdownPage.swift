/// A Markdown file as GitHub renders it: its links, and the anchors of its headings.
struct MarkdownPage {
  /// The targets of the links, in their order.
  let links: [String]
  /// The anchors that GitHub gives to the headings.
  let anchors: Set<String>

  init(_ text: String) {
    let lines = Self.withoutCodeBlocks(text)
    // A link may be broken over two lines, and its text may be code.
    links = lines.joined(separator: "\n").replacing(/`[^`]*`/, with: "")
      .matches(of: /\[[^\]]*\]\(([^()\s]+)\)/).map { String($0.1) }
    var anchors: Set<String> = []
    for line in lines {
      guard let heading = line.wholeMatch(of: /#{1,6} +(.*)/)?.1 else { continue }
      let anchor = Self.anchor(of: heading)
      var number = 0
      var candidate = anchor
      while !anchors.insert(candidate).inserted {
        number += 1
        candidate = "\(anchor)-\(number)"
      }
    }
    self.anchors = anchors
  }

  private static func withoutCodeBlocks(_ text: String) -> [Substring] {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      guard line.drop(while: { $0 == " " }).hasPrefix("```") else { return !isCode }
      isCode.toggle()
      return false
    }
  }

  /// The lowercased text of a heading without its punctuation, with hyphens for spaces.
  private static func anchor(of heading: Substring) -> String {
    let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }
    return String(
      text.lowercased().compactMap { character in
        if character == " " { return "-" }
        return character.isLetter || character.isNumber || "-_".contains(character)
          ? character : nil
      })
  }
}
