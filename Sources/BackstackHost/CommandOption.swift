/// One option of every host: a flag, and the environment variable of the same name in upper case with
/// underscores.
struct CommandOption: Sendable {
  /// The text of the help about an option.
  struct Description: Sendable, Hashable {
    let flag: String
    /// The placeholder for the value in the help.
    let placeholder: String
    /// The meaning of the option, with its default; line breaks are manual.
    var help: String
    let variable: String
    /// The name that the option had in earlier versions, which still works but no help mentions.
    let formerFlag: String?

    init(
      flag: String, placeholder: String, help: String, variable: String? = nil,
      formerFlag: String? = nil
    ) {
      self.flag = flag
      self.placeholder = placeholder
      self.formerFlag = formerFlag
      let usual = Self.variable(of: flag)
      self.variable = variable ?? usual
      self.help = self.variable == usual ? help : "\(help)\n(variable \(self.variable))"
    }

    /// The flags that give the option a value, the present one first.
    var flags: [String] { [flag] + (formerFlag.map { [$0] } ?? []) }

    /// The environment variables that give the option a value, the present one first.
    var variables: [String] { [variable] + (formerFlag.map { [Self.variable(of: $0)] } ?? []) }

    private static func variable(of flag: String) -> String {
      flag.drop { $0 == "-" }.uppercased().split(separator: "-").joined(separator: "_")
    }
  }

  let description: Description
  let apply: @Sendable (inout CommandOptions, CommandValue) throws(CommandError) -> Void

  init(
    _ flag: String, _ placeholder: String, _ help: String, formerly formerFlag: String? = nil,
    apply: @escaping @Sendable (inout CommandOptions, CommandValue) throws(CommandError) -> Void
  ) {
    description = Description(
      flag: flag, placeholder: placeholder, help: help, formerFlag: formerFlag)
    self.apply = apply
  }

  /// Returns the help text for all options of a host.
  static func help(of host: HostConfiguration) -> String {
    var groups = groups.map { ($0.heading, $0.options.map { help($0.description, host) }) }
    if !host.options.isEmpty {
      groups.append(("This program", host.options.map { help($0, host) }))
    }
    return groups.map { "\($0):\n" + $1.joined() }.joined(separator: "\n")
  }

  private static func help(_ option: Description, _ host: HostConfiguration) -> String {
    var text = option.help
    if option.flag == "--storage" {
      for storage in host.storages { text += "\nor \(storage.scheme):\(storage.placeholder)" }
    }
    let width = 35
    let head = "  \(option.flag) \(option.placeholder)"
    let indent = "\n" + String(repeating: " ", count: width)
    // The few flags that are too long, with their placeholders, get a separate line.
    let gap = head.count < width ? String(repeating: " ", count: width - head.count) : indent
    return head + gap
      + text.split(separator: "\n").joined(separator: indent) + "\n"
  }
}
