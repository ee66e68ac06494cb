/// A client's request to create a session.
package struct CreationRequest: Sendable {
  /// A member of a creation's JSON.
  package enum Member: String, CodingKey, CaseIterable, Sendable {
    case feature, state, link, ttl
  }

  /// The parts of a creation.
  struct Parts: Sendable {
    let feature: String
    let start: SessionStart
    /// The time to live in seconds; `nil` for the usual one.
    let timeToLive: Double?
  }

  enum Content: Sendable {
    case json([UInt8])
    case parts(Parts)
  }

  let content: Content
  /// The principal that the session belongs to.
  package let principal: SessionPrincipal?
  /// The key under which the request is stored, in the scope of its client, to be replayed when it
  /// comes again.
  package var key: IdempotencyKey?
  package var sender: (any RequestSender)?
  /// The features of which the client may create sessions; `nil` for all.
  package var features: Set<String>?
  /// The number of seconds for which the reply waits, at most, for the end of all effects of the
  /// feature's start action; `nil` to wait only for those that compute.
  package var wait: Int?
  /// The language of the person, if the client gives it.
  package var language: LanguageTag?

  /// - Parameter json: What the client has sent: an object with the members of ``Member``.
  package init(json: [UInt8], for principal: SessionPrincipal?) {
    content = .json(json)
    self.principal = principal
  }

  init(
    _ feature: String, from start: SessionStart, for principal: SessionPrincipal?,
    timeToLive: Double?
  ) {
    content = .parts(Parts(feature: feature, start: start, timeToLive: timeToLive))
    self.principal = principal
  }

  /// The number of bytes that the client has sent.
  var contentSize: Int { if case .json(let json) = content { json.count } else { 0 } }

  /// Returns the parts of the creation.
  ///
  /// - Parameter input: The input that at least one feature accepts.
  /// - Throws: ``SessionError`` for JSON that is no creation.
  func parts(within input: ClientInput) throws(SessionError) -> Parts {
    switch content {
    case .parts(let parts): return parts
    case .json(let json):
      return try WireCoding.decode(JSONParts.self, from: json, within: input).parts(json)
    }
  }

  /// The parts as a client sends them, without the state, which the feature decodes.
  private struct JSONParts: Decodable {
    let feature: String
    let hasState: Bool
    let link: String?
    let timeToLive: Double?

    init(from decoder: any Decoder) throws {
      try decoder.refuseMembers(besides: Member.self)
      let container = try decoder.container(keyedBy: Member.self)
      feature = try container.decode(String.self, forKey: .feature)
      hasState = container.contains(.state)
      // No `null`: a member without a meaning is a mistake of the client.
      link = container.contains(.link) ? try container.decode(String.self, forKey: .link) : nil
      timeToLive = container.contains(.ttl) ? try container.decode(Double.self, forKey: .ttl) : nil
      if hasState, link != nil {
        throw DecodingError.dataCorruptedError(
          forKey: .link, in: container,
          debugDescription: "A session starts from a state or from a link, not from both.")
      }
    }

    func parts(_ json: [UInt8]) -> Parts {
      Parts(
        feature: feature,
        start: hasState ? .state(content: json) : link.map { .link($0) } ?? .initial,
        timeToLive: timeToLive)
    }
  }
}

extension SessionStart {
  /// The member of a creation that determines the state.
  var member: CreationRequest.Member? {
    switch self {
    case .initial, .saved, .json: nil
    case .state: .state
    case .link: .link
    }
  }
}
