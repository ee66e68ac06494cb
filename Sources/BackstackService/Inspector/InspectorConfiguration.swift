import Synchronization

/// The inspector: pages at the addresses for administration that show what sessions do.
///
/// Anyone who has the key sees all sessions, with everything that clients have typed. Serve it only
/// on addresses that you trust, such as `127.0.0.1`.
public struct InspectorConfiguration: Sendable, Hashable {
  /// The rights of the inspector.
  public enum Mode: String, Sendable, Hashable {
    /// It shows sessions.
    case read
    /// It also changes them: it sends actions, restores versions, starts and ends sessions.
    case full
  }

  public var mode: Mode
  /// The text that its requests send as a bearer token.
  public var key: String
  /// The hosts that requests may name besides `localhost` and addresses, with a port to allow only
  /// that port.
  public var hosts: [String]
  /// Whether texts in states and actions are hidden: only their kind and length is shown.
  public var redactsTexts: Bool

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - mode: What the inspector may do.
  ///   - key: The key: at least 16 letters, digits and `-._~+/=`. By default 32 random hexadecimal
  ///     digits.
  ///   - hosts: The hosts that requests may name besides `localhost` and addresses.
  ///   - redactsTexts: Whether texts in states and actions are hidden.
  public init(
    mode: Mode, key: String = Self.randomKey(), hosts: [String] = [], redactsTexts: Bool = false
  ) {
    self.mode = mode
    self.key = key
    self.hosts = hosts
    self.redactsTexts = redactsTexts
  }

  /// Returns 32 hexadecimal digits from the randomness of the system.
  public static func randomKey() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt32, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
