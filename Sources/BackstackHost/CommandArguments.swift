/// The arguments of a command that reads them itself: words, and options with a value each.
package struct CommandArguments {
  /// The arguments that belong to no option.
  package private(set) var words: [String] = []
  private var values: [String: String] = [:]

  /// Reads arguments.
  ///
  /// - Parameters:
  ///   - command: The name of the command.
  ///   - flags: The options that the command has.
  /// - Throws: ``CommandError`` for another option, or one without a value.
  package init(
    _ arguments: [String], of command: String, flags: Set<String>
  ) throws(CommandError) {
    var remaining = arguments[...]
    while let word = remaining.popFirst() {
      guard word.hasPrefix("-") else {
        words.append(word)
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
