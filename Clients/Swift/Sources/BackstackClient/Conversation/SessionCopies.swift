import Foundation

/// The copies of a session that a client has: the one that it shows, and the one that the stream
/// has sent.
///
/// A response may contain changes that the stream sends later, as part of one patch. Applied to
/// the response, they would come twice; so patches apply to the stream's copy, and to
/// nothing else.
struct SessionCopies: Sendable {
  private(set) var shown: SessionDocument
  /// `nil` if the stream has to begin with a snapshot.
  private var streamed: SessionDocument?

  init(_ document: SessionDocument) {
    shown = document
    streamed = document
  }

  /// Shows a snapshot unless a later version is shown, and returns whether it does.
  mutating func accept(_ document: SessionDocument) -> Bool {
    guard document.id == shown.id, document.version > shown.version else { return false }
    shown = document
    return true
  }

  /// Returns the version that a new stream continues from; `nil` if it begins with a snapshot.
  mutating func resumeStream() -> Int? {
    if let streamed, streamed.version < shown.version { self.streamed = shown }
    return streamed?.version
  }

  /// Takes a snapshot or a patch of the stream, and returns whether another version is shown.
  ///
  /// - Throws: `PatchError` or `RemoteError` if it does not fit; the stream has to begin again.
  mutating func receive(_ event: EventParser.Fields) throws -> Bool {
    let data = Data((event["data"] ?? "").utf8)
    switch event["event"] {
    case "snapshot": return try take { copies in copies.streamed = try SessionDocument(data) }
    case "patch":
      return try take { copies in
        let base = event["base"].map { Int($0) } ?? copies.streamed?.version
        try copies.receivePatch(base, event["id"].flatMap { Int($0) }) {
          try JSONParser.value(data)
        }
      }
    default: return false
    }
  }

  /// Takes a snapshot or a patch of a socket, and returns whether another version is shown.
  ///
  /// - Throws: As the other `receive`.
  mutating func receive(message: JSONValue) throws -> Bool {
    if let snapshot = message["snapshot"] {
      return try take { copies in copies.streamed = try SessionDocument(snapshot) }
    }
    guard let patch = message["patch"] else { return false }
    return try take { copies in
      try copies.receivePatch(message["base"]?.integerValue, message["version"]?.integerValue) {
        patch
      }
    }
  }

  /// Lets `change` make the copy of the stream another one. If it throws, the stream begins again.
  private mutating func take(_ change: (inout Self) throws -> Void) throws -> Bool {
    do {
      try change(&self)
    } catch {
      streamed = nil
      throw error
    }
    return streamed.map { accept($0) } ?? false
  }

  private mutating func receivePatch(
    _ base: Int?, _ version: Int?, _ read: () throws -> JSONValue
  ) throws {
    guard let version else { throw PatchError(reason: "a patch without a version") }
    // The same version is the same state.
    guard version != shown.version else {
      streamed = shown
      return
    }
    guard let streamed, base == streamed.version else {
      throw PatchError(reason: "missed a patch")
    }
    self.streamed = try streamed.patched(read(), version: version)
  }
}
