/// Something that a hosted feature, or the service, does not do as it should.
public struct Inconsistency: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong. An open set.
  public struct Kind: Sendable, Hashable, RawRepresentable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The process ended by a signal: something trapped.
    public static let trap = Self(rawValue: "trap")
    /// The process ended by itself.
    public static let exit = Self(rawValue: "exit")
    /// Nothing was answered: something computes or waits without end.
    public static let hang = Self(rawValue: "hang")
    /// The process needed more memory than it may.
    public static let memory = Self(rawValue: "memory")
    /// An answer had a status of 500 or more.
    public static let serverError = Self(rawValue: "server-error")
    /// An answer was not JSON, or not what it should be.
    public static let malformed = Self(rawValue: "malformed")
    /// A state is another one once it was decoded and encoded again.
    public static let coding = Self(rawValue: "coding")
    /// A version went back, or stayed while the state changed.
    public static let version = Self(rawValue: "version")
    /// A patch did not lead to the next snapshot.
    public static let patch = Self(rawValue: "patch")
    /// A refusal changed something.
    public static let refusal = Self(rawValue: "refusal")
    /// The history was not what happened.
    public static let history = Self(rawValue: "history")
    /// The session was not there any more.
    public static let lost = Self(rawValue: "lost")
    /// A reducer or an effect reported an issue.
    public static let issue = Self(rawValue: "issue")
  }

  /// What is wrong.
  public let kind: Kind
  /// What happened, for a person.
  public let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  public var description: String { "\(kind.rawValue): \(message)" }
}
