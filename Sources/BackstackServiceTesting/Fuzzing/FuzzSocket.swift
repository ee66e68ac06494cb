import BackstackCoding
import BackstackPlatform

/// One end of a connection between two processes that exchange values: each is sent as a length of
/// four bytes, followed by JSON.
struct FuzzSocket: Sendable {
  let descriptor: Int32

  /// Creates two ends, which no other child process inherits.
  ///
  /// - Throws: ``FuzzError``.
  static func makePair() throws(FuzzError) -> (FuzzSocket, FuzzSocket) {
    do throws(SystemError) {
      let (first, second) = try StreamSocket.pair()
      return (FuzzSocket(descriptor: first), FuzzSocket(descriptor: second))
    } catch {
      throw FuzzError(message: "Can't create sockets: error \(error.number).")
    }
  }

  func close() { FileDescriptor.close(descriptor) }

  /// Sends a value.
  ///
  /// - Returns: Whether the other process still exists.
  func send(_ value: some Encodable) -> Bool {
    guard let content = try? JSONStreamEncoder.encode(value) else { return false }
    let length = withUnsafeBytes(of: UInt32(truncatingIfNeeded: content.count)) { Array($0) }
    var rest = (length + content)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBufferPointer {
        StreamSocket.send(descriptor, $0, upTo: $0.count, hasMore: false)
      }
      guard case .bytes(let count) = sent else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits for a value; returns `nil` if the other process no longer exists.
  func receive<Value: Decodable>(_ type: Value.Type) -> Value? {
    guard let length = receive(count: 4)?.withUnsafeBytes({ $0.loadUnaligned(as: UInt32.self) }),
      let content = receive(count: Int(length))
    else { return nil }
    return try? JSONStreamDecoder.decode(type, from: content)
  }

  private func receive(count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(max(count, 1), 65_536))
    while bytes.count < count {
      let received = buffer.withUnsafeMutableBufferPointer {
        StreamSocket.receive(descriptor, into: $0, upTo: count - bytes.count)
      }
      switch received {
      case .bytes(let read) where read > 0: bytes += buffer[..<read]
      // A signal has interrupted the wait.
      case .wouldBlock: continue
      case .bytes, .failed: return nil
      }
    }
    return bytes
  }

  /// Waits until there is something to receive.
  ///
  /// - Parameter milliseconds: The maximum time to wait.
  /// - Returns: Whether there is something to receive.
  func wait(milliseconds: Int32) -> Bool {
    FileDescriptor.waitUntilReadable(descriptor, milliseconds: milliseconds)
  }
}

/// The error that is thrown if a feature can't be fuzzed.
public struct FuzzError: Error, Sendable, CustomStringConvertible {
  /// A human-readable description of the problem.
  public let message: String

  public var description: String { message }
}

/// A command from the fuzzing process to the child process.
struct FuzzCommand: Codable, Sendable {
  let task: FuzzTask
  /// The maximum time that a step may compute, in seconds.
  let secondsPerStep: Int
}

/// The steps that a process has to try.
enum FuzzTask: Codable, Sendable {
  /// Given steps, and a number of steps that the process generates.
  case explore(seed: UInt64, round: Int, after: [FuzzStep], steps: Int)
  /// The given steps.
  case replay([FuzzStep])
}

/// A message from the child process to the fuzzing process.
enum FuzzReply: Codable, Sendable {
  /// The process has reached the call and waits for commands.
  case ready
  /// The process is about to perform a step that it generated.
  case begins(FuzzStep)
  /// The points that a step has reached first, and the steps that lead there.
  case reached([FuzzPoint], by: [FuzzStep])
  /// The process has performed all steps without a finding, and the session has a state.
  case finished(state: String?)
  /// The last step showed an inconsistency.
  case found(kind: String, message: String)
}
