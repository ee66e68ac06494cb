/// A mistake of a hosted feature or of the service.
public struct Inconsistency: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of an inconsistency. More kinds may be added.
  public struct Kind: Sendable, Hashable, RawRepresentable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// A signal ended the process: something trapped.
    public static let trap = Self(rawValue: "trap")
    /// The process exited.
    public static let exit = Self(rawValue: "exit")
    /// There was no response: something computes or waits without end.
    public static let hang = Self(rawValue: "hang")
    /// The process needed more memory than the limit.
    public static let memory = Self(rawValue: "memory")
    /// A response had a status of 500 or more.
    public static let serverError = Self(rawValue: "server-error")
    /// A response was not JSON, or had an unexpected form.
    public static let malformed = Self(rawValue: "malformed")
    /// A state differs after it was decoded and encoded again.
    public static let coding = Self(rawValue: "coding")
    /// A version decreased, or stayed the same while the state changed.
    public static let version = Self(rawValue: "version")
    /// A patch did not lead to the next snapshot.
    public static let patch = Self(rawValue: "patch")
    /// A refused request changed something.
    public static let refusal = Self(rawValue: "refusal")
    /// The history differs from the session's actions.
    public static let history = Self(rawValue: "history")
    /// The session no longer exists.
    public static let lost = Self(rawValue: "lost")
    /// A reducer or an effect reported an issue.
    public static let issue = Self(rawValue: "issue")
  }

  /// The kind of the inconsistency.
  public let kind: Kind
  /// A human-readable description of what happened.
  public let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public var description: String { "\(kind.rawValue): \(message)" }
}
