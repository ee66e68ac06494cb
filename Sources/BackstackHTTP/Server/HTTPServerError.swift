import Glibc

/// Why a server could not start: one line that names the cause and what can be done.
public struct HTTPServerError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, as a stable name: an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let addressInUse = Code(rawValue: "address-in-use")
    public static let permissionDenied = Code(rawValue: "permission-denied")
    public static let invalidAddress = Code(rawValue: "invalid-address")
    public static let addressUnavailable = Code(rawValue: "address-unavailable")
    public static let alreadyStarted = Code(rawValue: "already-started")
    public static let system = Code(rawValue: "system")
  }

  public var code: Code
  public var message: String
  /// The system's error number, or 0.
  public var errorNumber: Int32

  public init(code: Code, message: String, errorNumber: Int32 = 0) {
    self.code = code
    self.message = message
    self.errorNumber = errorNumber
  }

  public var description: String { message }

  /// A system call that failed.
  static func system(_ action: String, _ number: Int32) -> HTTPServerError {
    HTTPServerError(
      code: .system, message: "Cannot \(action): \(reason(number)).", errorNumber: number)
  }

  /// An address that can't be listened on.
  static func bind(_ address: HTTPListenAddress, _ number: Int32) -> HTTPServerError {
    let (code, message): (Code, String) =
      switch number {
      case EADDRINUSE:
        (
          .addressInUse,
          "\(address) is in use by another process; stop it or choose another port."
        )
      case EACCES, EPERM:
        (
          .permissionDenied,
          "No permission to listen on \(address); ports below 1024 need privileges."
        )
      case EADDRNOTAVAIL:
        (.addressUnavailable, "This machine has no address \(address.host) to listen on.")
      default: (.system, "Cannot listen on \(address): \(reason(number)).")
      }
    return HTTPServerError(code: code, message: message, errorNumber: number)
  }

  private static func reason(_ number: Int32) -> String {
    // The thread-safe form: `strerror` shares one buffer between threads.
    var buffer = [CChar](repeating: 0, count: 128)
    let isKnown = strerror_r(number, &buffer, buffer.count) == 0
    let end = buffer.firstIndex(of: 0) ?? buffer.endIndex
    let text = String(decoding: buffer[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return isKnown && !text.isEmpty ? text : "error \(number)"
  }
}
