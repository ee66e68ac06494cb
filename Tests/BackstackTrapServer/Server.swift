import Backstack
import BackstackDemo
import BackstackHTTP
import BackstackService
import Glibc

#if SQLite
import BackstackSQLite
#endif

/// Serves the demo features and one that crashes the process, with a storage file, until a signal
/// stops it:
///
///     BackstackTrapServer PATH
@main
enum Server {
  static func main() async {
    #if SQLite
    let path = CommandLine.arguments[1]
    let trap = Feature(
      "trap", initialState: Trap.State(path: StackState([.screen(Screen.State())]))
    ) {
      Trap()
    }
    do {
      let storage = try await SQLiteStorage.open(SQLiteConfiguration(path: path))
      var configuration = ServiceConfiguration()
      configuration.storage = storage
      configuration.crashReporting = CrashReporting(recordPath: path + "-crashes")
      var http = HTTPServerConfiguration()
      http.addresses = [.ip("127.0.0.1", port: 0)]
      let server = BackstackServer(
        features: demoFeatures + [trap], configuration: configuration, http: http)
      let signals = HTTPStopSignals()
      try server.start()
      write("Backstack serves http://127.0.0.1:\(server.localPort ?? 0)\n", to: STDOUT_FILENO)
      // Blocks this thread, which is not needed for anything else.
      let isDrained = server.runUntilSignal(signals: signals)
      await storage.close()
      exit(isDrained ? 0 : 3)
    } catch {
      write("\(error)\n", to: STDERR_FILENO)
      exit(1)
    }
    #endif
  }

  private static func write(_ text: String, to descriptor: Int32) {
    _ = Glibc.write(descriptor, text, text.utf8.count)
  }
}
