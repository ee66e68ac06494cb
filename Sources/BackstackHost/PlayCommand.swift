import BackstackTerminal

/// Plays a session in a terminal.
struct PlayCommand {
  static let usage = "URL [--feature NAME] [--link LINK] [--key KEY]"
  static let help = """
    plays any feature's session in the terminal: a new one of a server such as
    http://127.0.0.1:8080, or the one with the URL of a session. NAME is the feature of
    a new session, LINK where it begins, KEY an API key that the server knows
    """

  private let url: String
  private let options: CommandArguments
  private let program: String

  /// Reads the arguments.
  ///
  /// - Parameter program: The program to come back with.
  /// - Throws: ``CommandError``.
  init(_ arguments: [String], of program: String) throws(CommandError) {
    self.program = program
    options = try CommandArguments(arguments, of: "play", flags: ["--feature", "--link", "--key"])
    guard options.words.count == 1 else {
      throw CommandError("play needs the URL of a server or of a session.")
    }
    url = options.words[0]
  }

  /// Plays until the person quits.
  ///
  /// - Returns: The exit code.
  /// - Throws: `TerminalError` if there is no session or no terminal.
  func run() throws -> Int32 {
    let link = try SessionLink(
      url: url, feature: options["--feature"], link: options["--link"], key: options["--key"])
    try TerminalClient(link, comingBackWith: "\(program) play").play()
    return 0
  }
}
