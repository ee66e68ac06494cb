/// One option of `backstack serve`: a flag, and the environment variable of the same name in upper
/// case with underscores.
struct CommandOption: Sendable {
  let flag: String
  /// The placeholder for the value in the help.
  let placeholder: String
  /// The meaning of the option, with its default; line breaks are manual.
  let help: String
  let apply: @Sendable (inout CommandOptions, CommandValue) throws(CommandError) -> Void

  init(
    _ flag: String, _ placeholder: String, _ help: String,
    apply: @escaping @Sendable (inout CommandOptions, CommandValue) throws(CommandError) -> Void
  ) {
    self.flag = flag
    self.placeholder = placeholder
    self.help = help
    self.apply = apply
  }

  var variable: String {
    flag.drop { $0 == "-" }.uppercased().split(separator: "-").joined(separator: "_")
  }

  /// The help text for all options.
  static var help: String {
    let width = 35
    return all.map { option in
      let head = "  \(option.flag) \(option.placeholder)"
      let indent = "\n" + String(repeating: " ", count: width)
      // The few flags that are too long, with their placeholders, get a separate line.
      let gap =
        head.count < width ? String(repeating: " ", count: width - head.count) : indent
      return head + gap + option.help.split(separator: "\n").joined(separator: indent) + "\n"
    }.joined()
  }
}
