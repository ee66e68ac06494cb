import BackstackPlatform

/// The reason why a server could not start: one line with the cause and a remedy.
public struct HTTPServerError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure, as a stable name: an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let addressInUse = Code(rawValue: "address-in-use")
    public static let permissionDenied = Code(rawValue: "permission-denied")
    public static let invalidAddress = Code(rawValue: "invalid-address")
    public static let addressUnavailable = Code(rawValue: "address-unavailable")
    public static let fileInTheWay = Code(rawValue: "file-in-the-way")
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

  /// Returns the error of a failed system call.
  package static func system(_ action: String, _ number: Int32) -> HTTPServerError {
    HTTPServerError(
      code: .system, message: "Cannot \(action): \(SystemError(number).reason).",
      errorNumber: number)
  }

  static func invalidAddress(_ message: String) -> HTTPServerError {
    HTTPServerError(code: .invalidAddress, message: message)
  }

  /// Returns the error for an address that can't be listened on.
  static func bind(_ address: HTTPListenAddress, _ error: SystemError) -> HTTPServerError {
    let (code, message): (Code, String) =
      switch (error, address.kind) {
      case (.addressInUse, .unix(let path, _)) where UnixSocketFile.isBlocked(path):
        (.fileInTheWay, "\(path) is a file that is no socket; remove it or choose another path.")
      case (.addressInUse, .unix):
        (
          .addressInUse,
          "\(address) is in use by another process; stop it or choose another path."
        )
      case (.addressInUse, .ip):
        (
          .addressInUse,
          "\(address) is in use by another process; stop it or choose another port."
        )
      case (.accessDenied, .unix), (.notPermitted, .unix):
        (.permissionDenied, "No permission to make the socket \(address).")
      case (.accessDenied, .ip), (.notPermitted, .ip):
        (
          .permissionDenied,
          "No permission to listen on \(address); ports below 1024 need privileges."
        )
      case (.addressNotAvailable, .ip(let host, _)):
        (.addressUnavailable, "This machine has no address \(host) to listen on.")
      case (.familyNotSupported, .ip(let host, _)):
        (.addressUnavailable, "This machine does not speak the protocol of \(host).")
      case (.noSuchFile, .unix), (.notADirectory, .unix):
        (.invalidAddress, "The folder for the socket \(address) does not exist.")
      default: (.system, "Cannot listen on \(address): \(error.reason).")
      }
    return HTTPServerError(code: code, message: message, errorNumber: error.number)
  }
}
