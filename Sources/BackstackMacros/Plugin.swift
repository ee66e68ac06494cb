import BackstackMacroExpansion
import Foundation
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The executable that the compiler starts to expand macros.
@main
struct Plugin: PluginProvider {
  static func main() throws {
    let connection = try CompilerConnection.standardStreams()
    try CompilerPluginMessageListener(connection: connection, provider: Self()).main()
  }

  func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
    guard let macro = AllMacros.named(typeName) else {
      throw UnknownMacro(description: "no macro named \(moduleName).\(typeName)")
    }
    return macro
  }
}

struct UnknownMacro: Error, CustomStringConvertible {
  let description: String
}

/// A connection that exchanges messages with the compiler. Each message is its length as a 64-bit
/// little-endian number, followed by that many bytes of JSON.
struct CompilerConnection: MessageConnection {
  let input: FileHandle
  let output: FileHandle

  /// Returns a connection over standard input and output, and redirects both, so that a stray
  /// `print` or `readLine` in a macro can't damage the protocol.
  static func standardStreams() throws -> CompilerConnection {
    let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
    let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
    guard input >= 0, output >= 0, close(STDIN_FILENO) == 0,
      dup2(STDERR_FILENO, STDOUT_FILENO) >= 0
    else { throw CocoaError(.fileReadUnknown) }
    return CompilerConnection(
      input: FileHandle(fileDescriptor: input), output: FileHandle(fileDescriptor: output))
  }

  func sendMessage<Message: Encodable>(_ message: Message) throws {
    let body = try JSONEncoder().encode(message)
    var frame = withUnsafeBytes(of: UInt64(body.count).littleEndian) { Data($0) }
    frame.append(body)
    try output.write(contentsOf: frame)
  }

  func waitForNextMessage<Message: Decodable>(_ type: Message.Type) throws -> Message? {
    guard let header = try read(count: 8) else { return nil }
    let length = header.enumerated().reduce(UInt64(0)) {
      $0 | UInt64($1.element) << ($1.offset * 8)
    }
    // The compiler ends the connection with an empty message.
    guard let count = Int(exactly: length), count > 0, let body = try read(count: count) else {
      return nil
    }
    return try JSONDecoder().decode(type, from: body)
  }

  /// Reads exactly `count` bytes; returns `nil` at the end of the stream.
  private func read(count: Int) throws -> Data? {
    var data = Data(capacity: count)
    while data.count < count {
      guard let chunk = try input.read(upToCount: count - data.count), !chunk.isEmpty else {
        return nil
      }
      data.append(chunk)
    }
    return data
  }
}
