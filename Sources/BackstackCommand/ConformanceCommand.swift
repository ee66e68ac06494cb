import BackstackConformance
import BackstackHTTP
import BackstackHost
import BackstackPlatform
import Dispatch

/// Judges clients of sessions.
struct ConformanceCommand {
  static let usage =
    "[--listen ADDRESS] [--once] [--slow] [--only NAMES] [--time-limit SECONDS] "
    + "[--patience SECONDS]"
  static let help = """
    runs a server that does to its clients everything that the contract allows, and prints
    their mistakes; ADDRESS is 127.0.0.1:8090 by default. --once exits as soon as each scenario
    has a verdict, or after SECONDS (default 300), with 0 if none has failed or is missing;
    --slow counts the scenarios that take clients a minute. NAMES such as gap,misfit are the
    only scenarios. --patience is how long a client may take for each step (default 30)
    """

  private let address: HTTPListenAddress
  private let scenarios: [ConformanceScenario]
  private let isOnce: Bool
  private let countsSlow: Bool
  private let timeLimit: Double
  private let patience: Duration

  /// Reads the arguments.
  ///
  /// - Throws: ``CommandError``.
  init(_ arguments: [String]) throws(CommandError) {
    let options = try CommandArguments(
      arguments, of: "conformance", flags: ["--listen", "--only", "--time-limit", "--patience"],
      switches: ["--once", "--slow"])
    guard options.words.isEmpty else {
      throw CommandError("conformance takes no \"\(options.words[0])\".")
    }
    let listen = options["--listen"] ?? "127.0.0.1:8090"
    guard let address = HTTPListenAddress(listen) else {
      throw CommandError("--listen must be an address such as 127.0.0.1:8090, not \"\(listen)\".")
    }
    self.address = address
    let names = options["--only"].map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    for name in names ?? [] where !ConformanceScenario.all.contains(where: { $0.name == name }) {
      throw CommandError("There is no scenario \"\(name)\".")
    }
    scenarios = ConformanceScenario.all.filter { names?.contains($0.name) ?? true }
    isOnce = options.switches.contains("--once")
    countsSlow = options.switches.contains("--slow")
    timeLimit = try Self.seconds("--time-limit", of: options) ?? 300
    patience =
      try Self.seconds("--patience", of: options).map { .seconds($0) }
      ?? ConformanceBoard.defaultPatience
  }

  private static func seconds(
    _ flag: String, of options: CommandArguments
  ) throws(CommandError) -> Double? {
    guard let text = options[flag] else { return nil }
    guard let seconds = Double(decimal: text), (0.001...86_400).contains(seconds) else {
      throw CommandError("\(flag) must be a number of seconds up to 86400, not \"\(text)\".")
    }
    return seconds
  }

  /// Serves until a signal, or until all verdicts are there.
  ///
  /// - Returns: The exit code.
  /// - Throws: An error if the address can't be used.
  func run() throws -> Int32 {
    let signals = HTTPStopSignals()
    let news = DispatchSemaphore(value: 0)
    let server = ConformanceServer(address, scenarios: scenarios, patience: patience) {
      scenario, verdict in
      Self.write(Self.line(scenario, verdict))
      news.signal()
    }
    try server.start()
    Self.write("Backstack judges clients at \(server.address.map(Self.url) ?? "")")
    signals.whenFirst { news.signal() }
    let end = DispatchTime.now() + timeLimit
    while !signals.haveArrived {
      if isOnce {
        if server.isOver(countingSlow: countsSlow) || news.wait(timeout: end) == .timedOut { break }
      } else {
        news.wait()
      }
    }
    // A harness learns of a verdict by its next report.
    let patience = DispatchTime.now() + (isOnce ? 2 : 0)
    while !signals.haveArrived, !server.hasToldVerdicts, DispatchTime.now() < patience {
      _ = news.wait(timeout: .now() + .milliseconds(20))
    }
    server.drain()
    signals.end()
    return summarize(server)
  }

  /// Prints how many scenarios have which verdict, and returns the exit code.
  private func summarize(_ server: ConformanceServer) -> Int32 {
    let verdicts = server.verdicts
    let words = ["passed", "failed", "skipped"].map { word in
      "\(verdicts.count { $0.verdict.word == word }) \(word)"
    }
    let missing = verdicts.filter { (scenario, verdict) in
      verdict == .running || verdict == .waiting && (countsSlow || !scenario.isSlow)
    }
    let rest =
      missing.isEmpty
      ? "" : ", without a verdict: " + missing.map(\.scenario.name).joined(separator: " ")
    Self.write(words.joined(separator: ", ") + rest)
    return verdicts.contains { $0.verdict.isFailure } || isOnce && !missing.isEmpty ? 1 : 0
  }

  private static func url(_ address: HTTPListenAddress) -> String {
    address.path == nil ? "http://\(address)" : "\(address)"
  }

  private static func line(
    _ scenario: ConformanceScenario, _ verdict: ConformanceVerdict
  ) -> String {
    let first = "\(verdict.word)  \(scenario.name)"
    guard let sentence = verdict.sentence else { return first }
    let rule = verdict.isFailure ? "\n        The rule: \(scenario.rule)" : ""
    return "\(first): \(sentence)\(rule)"
  }

  private static func write(_ line: String) {
    // A line that can't be written makes the command fail at its end.
    try? StandardOutput.write(line.escapingHidden(keepsLines: true) + "\n")
  }
}
