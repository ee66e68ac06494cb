import BackstackTerminal

/// Plays a session in a terminal.
struct PlayCommand {
  static let usage = "URL [--feature NAME] [--link LINK] [--key KEY]"
  static let help = """
    shows a session of any feature in the terminal: a new one of a server such as
    http://127.0.0.1:8080, or the session at a URL. NAME is the feature of a new
    session, LINK the link that it begins at, KEY an API key of the server
    """

  private let url: String
  private let options: CommandArguments
  private let key: String?
  private let program: String

  /// Reads the arguments.
  ///
  /// - Parameter program: The program that continues the session later.
  /// - Throws: ``CommandError``.
  init(_ arguments: [String], of program: String) throws(CommandError) {
    self.program = program
    options = try CommandArguments(arguments, of: "play", flags: ["--feature", "--link", "--key"])
    guard options.words.count == 1 else {
      throw CommandError("play needs the URL of a server or of a session.")
    }
    url = options.words[0]
    key = options["--key"]
    // Keys of a host's own may be shorter than those of a server.
    guard key?.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) != false else {
      throw CommandError("--key must be characters of ASCII without spaces.")
    }
  }

  /// Plays until the person quits.
  ///
  /// - Returns: The exit code.
  /// - Throws: `TerminalError` if there is no session or no terminal.
  func run() throws -> Int32 {
    // Before a session is created that nobody plays.
    try TerminalClient.requireTerminal()
    let link = try SessionLink(
      url: url, feature: options["--feature"], link: options["--link"], key: key)
    try TerminalClient(link, comingBackWith: "\(program) play").play()
    return 0
  }
}
