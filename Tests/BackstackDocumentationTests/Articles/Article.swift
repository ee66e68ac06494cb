import FoundationEssentials

/// An article of the documentation.
struct Article {
  let name: String
  let text: String

  /// The blocks of Swift code, without the common indentation of their lines.
  var swiftBlocks: [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = block {
        if line.drop(while: { $0 == " " }) == "```" {
          blocks.append(Sample.withoutIndentation(lines))
          block = nil
        } else {
          block = lines + [line]
        }
      } else if line.drop(while: { $0 == " " }) == "```swift" {
        block = []
      }
    }
    return blocks
  }
}
