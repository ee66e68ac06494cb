import Foundation
import Testing

@testable import BackstackClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A process of the demo's program, which BACKSTACK in the environment names.
///
/// Sound: a test calls its methods one after the other.
final class Server: @unchecked Sendable {
  static let binary = ProcessInfo.processInfo.environment["BACKSTACK"] ?? ""
  static var isThere: Bool { !binary.isEmpty }

  private(set) var url: URL
  private let folder: URL
  private let command: [String]
  private let options: [String]
  private var process: Process

  /// Starts a server on a free port; it has served when this returns.
  convenience init(_ options: [String] = []) throws {
    try self.init(["serve", "--port"], options)
  }

  /// Starts a server that judges clients, on a free port.
  static func judging(_ options: [String]) throws -> Server {
    try Server(["conformance", "--listen"], options)
  }

  private init(_ command: [String], _ options: [String]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("backstack-client-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.options = options
    self.command = command
    (process, url) = try Self.start(folder, command, options, port: 0)
  }

  /// Kills the process as a crash would, and starts another one on the same port and file.
  func crash() throws {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    (process, url) = try Self.start(folder, command, options, port: url.port ?? 0)
  }

  /// Waits until the process ends by itself, and returns its exit code.
  func end() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func start(
    _ folder: URL, _ command: [String], _ options: [String], port: Int
  ) throws -> (Process, URL) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.currentDirectoryURL = folder
    let address = command[1] == "--listen" ? "127.0.0.1:\(port)" : "\(port)"
    process.arguments = command + [address] + options
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var line = Data()
    while true {
      let byte = output.fileHandleForReading.readData(ofLength: 1)
      if byte.isEmpty || byte == Data("\n".utf8) { break }
      line += byte
    }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    return (process, try #require(words.last.flatMap { URL(string: String($0)) }))
  }
}

extension Server {
  /// Returns what the server has at a path.
  func json(_ path: String) async throws -> JSONValue {
    let (data, _) = try await URLSession.shared.data(from: url.appendingPathComponent(path))
    return try JSONDecoder().decode(JSONValue.self, from: data)
  }
}
