#if PostgreSQL

import BackstackPlatform
import BackstackStorage
import CPostgreSQL
import Glibc

/// A connection to a database, which one thread uses.
///
/// Commands are sent in libpq's pipeline mode: several of them take one round trip.
final class PostgresConnection {
  private let handle: OpaquePointer
  private let silenceTime: Int
  private var prepared: Set<String> = []
  private let warnings: Warnings
  /// The identity of the server's process of this connection.
  private(set) var backend = Backend(number: 0, start: "")

  /// A process of the server.
  struct Backend {
    let number: Int64
    /// The time at which it began, in the server's words.
    let start: String
  }

  /// The warnings of the server.
  private final class Warnings {
    /// Whether there was any warning since the last command was sent.
    var hasAny = false
  }

  /// Checks that libpq can read where a database is, before anything waits for that database.
  ///
  /// - Throws: `StorageError.invalid(_:)`.
  static func checkURL(_ url: String) throws(StorageError) {
    // Anything else is the name of a database.
    guard url.contains("=") || url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
      return
    }
    var reason: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(url, &reason)
    // Sound: libpq has allocated both, and each is freed once.
    defer {
      PQconninfoFree(options)
      PQfreemem(reason)
    }
    if options == nil {
      let message = reason.map { String(cString: $0) } ?? "it can't be read"
      throw .invalid("The URL of the database: " + message.filter { $0 != "\n" })
    }
  }

  /// Connects.
  ///
  /// - Throws: ``PostgresFailure``.
  init(_ configuration: PostgresConfiguration, name: String) throws(PostgresFailure) {
    silenceTime = configuration.silenceTime
    warnings = Warnings()
    // What the URL says wins, because it comes later.
    let options: [(String, String)] = [
      ("connect_timeout", "5"), ("keepalives", "1"), ("keepalives_idle", "1"),
      ("keepalives_interval", "1"), ("keepalives_count", "2"), ("tcp_user_timeout", "2000"),
      ("target_session_attrs", "read-write"), ("fallback_application_name", name),
      ("dbname", configuration.url), ("client_encoding", "UTF8"),
    ]
    guard let handle = Self.connect(options) else { throw .lost("there is no memory") }
    self.handle = handle
    guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
      throw .lost(message)
    }
    // Sound: the connection calls the function only while it is used, and this object owns both.
    PQsetNoticeReceiver(
      handle,
      { context, result in
        guard let context, let result else { return }
        let warnings = Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue()
        if PQresultErrorField(result, Int32(UInt8(ascii: "S"))) != nil { warnings.hasAny = true }
      }, Unmanaged.passUnretained(warnings).toOpaque())
    guard PQenterPipelineMode(handle) == 1 else { throw .lost(message) }
    try prepareSession(configuration)
  }

  deinit { PQfinish(handle) }

  private static func connect(_ options: [(String, String)]) -> OpaquePointer? {
    var names = options.map { strdup($0.0) }
    var values = options.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    names.append(nil)
    values.append(nil)
    // Sound: libpq copies the texts.
    return names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        PQconnectdbParams(names.baseAddress, values.baseAddress, 1)
      }
    }
  }

  /// The last error of libpq.
  private var message: String {
    // Sound: the text is valid until the next call, and is copied.
    PQerrorMessage(handle).map { String(cString: $0) } ?? "unknown error"
  }

  /// Appends a short text to the name that the database's list of its connections shows, whatever the
  /// name is.
  func appendToName(_ text: String) throws(PostgresFailure) {
    _ = try run([
      PostgresCommand(
        PostgresStatement(
          "",
          """
          SELECT set_config('application_name',
            left(current_setting('application_name'), 60 - length($1::text)) || ' ' || $1, false)
          """), [.text(text)])
    ])
  }

  /// Sets what the adapter relies on.
  private func prepareSession(_ configuration: PostgresConfiguration) throws(PostgresFailure) {
    let commit = configuration.durability == .full ? "on" : "off"
    let settings = [
      // A commit that is asked to wait for more, such as `remote_apply`, still does.
      "SELECT set_config('synchronous_commit', CASE WHEN '\(commit)' = 'off' "
        + "OR current_setting('synchronous_commit') IN ('off', 'local') THEN '\(commit)' "
        + "ELSE current_setting('synchronous_commit') END, false)",
      "SELECT set_config('search_path', \(Self.literal(Self.quoted(configuration.schema))), false)",
      // The plans are the same for all values, and choosing one would take longer than running it.
      "SET plan_cache_mode = force_generic_plan", "SET client_min_messages = warning",
      // A program that is gone leaves no query behind, from PostgreSQL 14 on.
      "SELECT set_config('client_connection_check_interval', '5s', false) "
        + "WHERE current_setting('client_connection_check_interval', true) IS NOT NULL",
      "SET lock_timeout = '5s'", "SET idle_in_transaction_session_timeout = '5s'",
      // Cancelling a commit that waits for a standby would confirm it without that standby.
      "SET statement_timeout = 0",
    ]
    _ = try run(settings.enumerated().map { PostgresCommand(PostgresStatement("", $0.element)) })
    let result = try run([
      PostgresCommand(
        PostgresStatement(
          "",
          """
          SELECT pid::bigint, backend_start::text FROM pg_stat_activity WHERE pid = pg_backend_pid()
          """))
    ])[0]
    guard let number = result.integer(0, 0), let start = result.text(0, 1) else { return }
    backend = Backend(number: number, start: start)
  }

  /// Returns a name as it is written in a statement.
  static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

  /// Returns a text as it is written in a statement.
  static func literal(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }

  // MARK: Commands

  /// Runs commands in one round trip.
  ///
  /// - Returns: The result of each command.
  /// - Throws: ``PostgresFailure`` of the first command that failed, after which the others did not
  ///   run. The transaction that was open, if any, has to be rolled back.
  func run(_ commands: [PostgresCommand]) throws(PostgresFailure) -> [PostgresResult] {
    warnings.hasAny = false
    // Whether each thing that was sent is a command whose result is returned.
    var isCommand: [Bool] = []
    for command in commands {
      if !command.statement.name.isEmpty, !prepared.contains(command.statement.name) {
        guard PQsendPrepare(handle, command.statement.name, command.statement.text, 0, nil) == 1
        else { throw .lost(message) }
        prepared.insert(command.statement.name)
        isCommand.append(false)
      }
      try send(command)
      isCommand.append(true)
    }
    guard PQpipelineSync(handle) == 1 else { throw .lost(message) }
    var results: [PostgresResult] = []
    results.reserveCapacity(commands.count)
    var failure: PostgresFailure?
    for isCommand in isCommand {
      guard let result = try nextResult() else { throw .lost(message) }
      switch result.status {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK: if isCommand { results.append(result) }
      case PGRES_PIPELINE_ABORTED: break
      default: failure = failure ?? result.failure(orElse: message)
      }
      // The end of the command.
      guard try nextResult() == nil else { throw .lost("the server answered twice") }
    }
    guard let end = try nextResult(), end.status == PGRES_PIPELINE_SYNC else {
      throw failure ?? .lost(message)
    }
    if let failure {
      // Some of the statements may not have been prepared.
      prepared = []
      try forgetStatements()
      throw failure
    }
    // A commit that ceased to wait for a standby is confirmed with a warning.
    if warnings.hasAny, commands.last?.statement == .commit {
      throw .lost("the commit was confirmed with a warning")
    }
    return results
  }

  /// Ends what a failure has left: the transaction, and the statements that were prepared.
  private func forgetStatements() throws(PostgresFailure) {
    for text in ["ROLLBACK", "DEALLOCATE ALL"] {
      guard PQsendQueryParams(handle, text, 0, nil, nil, nil, nil, 1) == 1 else {
        throw .lost(message)
      }
    }
    guard PQpipelineSync(handle) == 1 else { throw .lost(message) }
    for _ in 0..<2 {
      guard let result = try nextResult(), result.status == PGRES_COMMAND_OK,
        try nextResult() == nil
      else { throw .lost(message) }
    }
    guard let end = try nextResult(), end.status == PGRES_PIPELINE_SYNC else {
      throw .lost(message)
    }
  }

  private func send(_ command: PostgresCommand) throws(PostgresFailure) {
    var bytes: [UInt8] = []
    var ranges: [Range<Int>?] = []
    for value in command.values {
      if case .null = value {
        ranges.append(nil)
        continue
      }
      let start = bytes.count
      value.append(to: &bytes)
      ranges.append(start..<bytes.count)
    }
    // So that an empty value at the end has an address, too.
    bytes.append(0)
    let formats = [Int32](repeating: 1, count: ranges.count)
    let lengths = ranges.map { Int32(clamping: $0?.count ?? 0) }
    // Sound: libpq copies the values before it returns.
    let isSent = bytes.withUnsafeBytes { buffer in
      let values = ranges.map { range in
        range.map {
          buffer.baseAddress!.advanced(by: $0.lowerBound).assumingMemoryBound(to: CChar.self)
        }
      }
      return values.withUnsafeBufferPointer { values in
        if command.statement.name.isEmpty {
          PQsendQueryParams(
            handle, command.statement.text, Int32(values.count), nil, values.baseAddress, lengths,
            formats, 1)
        } else {
          PQsendQueryPrepared(
            handle, command.statement.name, Int32(values.count), values.baseAddress, lengths,
            formats, 1)
        }
      }
    }
    guard isSent == 1 else { throw .lost(message) }
  }

  /// Sends what is buffered, and waits for the next result; `nil` at the end of a command's results.
  private func nextResult() throws(PostgresFailure) -> PostgresResult? {
    while true {
      let flushed = PQflush(handle)
      guard flushed >= 0 else { throw .lost(message) }
      if PQisBusy(handle) == 0 { break }
      var waiting = pollfd(
        fd: PQsocket(handle), events: Int16(POLLIN | (flushed == 1 ? POLLOUT : 0)), revents: 0)
      let count = poll(&waiting, 1, Int32(clamping: silenceTime))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .lost("the database sent nothing for \(silenceTime) ms") }
      // Input is read even if only output was waited for: a server that can't send reads nothing.
      guard PQconsumeInput(handle) == 1 else { throw .lost(message) }
    }
    return PQgetResult(handle).map { PostgresResult($0) }
  }
}

#endif
