/// The arguments of a command that reads them itself: words and options.
package struct CommandArguments {
  /// The arguments that belong to no option.
  package private(set) var words: [String] = []
  private var values: [String: String] = [:]
  /// The options without a value that are there.
  package private(set) var switches: Set<String> = []

  /// Reads arguments.
  ///
  /// - Parameters:
  ///   - command: The name of the command.
  ///   - flags: The options with a value that the command has.
  ///   - switches: Those without a value.
  /// - Throws: ``CommandError`` for another option, or one without a value.
  package init(
    _ arguments: [String], of command: String, flags: Set<String>, switches: Set<String> = []
  ) throws(CommandError) {
    var remaining = arguments[...]
    while let word = remaining.popFirst() {
      guard word.hasPrefix("-") else {
        words.append(word)
        continue
      }
      if switches.contains(word) {
        self.switches.insert(word)
        continue
      }
      guard flags.contains(word) else {
        throw CommandError("\(command) has no option \"\(word)\".")
      }
      guard let value = remaining.popFirst(), !value.isEmpty else {
        throw CommandError("\(word) needs a value.")
      }
      values[word] = value
    }
  }

  /// The value of an option; `nil` without the option, and the last one if it is repeated.
  package subscript(flag: String) -> String? { values[flag] }
}

extension Double {
  /// Reads a number of digits with at most one point between or after them; nothing else that a Swift
  /// program may contain, such as `0x10` or `1e9`.
  package init?(decimal text: String) {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
    self.init(text)
  }
}
