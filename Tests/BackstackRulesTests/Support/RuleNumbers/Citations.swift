/// The numbers of rules and decisions that a text cites.
struct Citations {
  /// The numbers of rules, as in `R91`.
  private(set) var rules: [Int] = []
  /// The numbers of decisions, each after the word "decision".
  private(set) var decisions: [Int] = []
  /// The numbers after a letter, F or U, that is not in use any more.
  private(set) var others: [String] = []

  init(_ text: String) {
    var isAfterDecision = false
    for word in text.words {
      if isAfterDecision, let number = Int(Substring(word)) { decisions.append(number) }
      isAfterDecision = word.elementsEqual("decision".utf8)
      guard (2...4).contains(word.count), let number = Int(Substring(word.dropFirst())) else {
        continue
      }
      switch word.first {
      case UInt8(ascii: "R"): rules.append(number)
      case UInt8(ascii: "F"), UInt8(ascii: "U"): others.append(String(Substring(word)))
      default: break
      }
    }
  }
}

extension StringProtocol where UTF8View.SubSequence == Substring.UTF8View {
  /// The words: sequences of letters, digits and underscores.
  var words: [Substring.UTF8View] {
    utf8.split { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
        false
      default: true
      }
    }
  }
}
