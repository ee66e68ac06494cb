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
    do {
      let data = Data((event["data"] ?? "").utf8)
      switch event["event"] {
      case "snapshot": streamed = try SessionDocument(data)
      case "patch": try receivePatch(event, data)
      default: return false
      }
    } catch {
      streamed = nil
      throw error
    }
    return streamed.map { accept($0) } ?? false
  }

  private mutating func receivePatch(_ event: EventParser.Fields, _ data: Data) throws {
    guard let version = event["id"].flatMap({ Int($0) }) else {
      throw PatchError(reason: "a patch without a version")
    }
    // The same version is the same state.
    guard version != shown.version else {
      streamed = shown
      return
    }
    let base = event["base"].map { Int($0) } ?? streamed?.version
    guard let streamed, base == streamed.version else {
      throw PatchError(reason: "missed a patch")
    }
    let patch = try JSONParser.value(data)
    self.streamed = try streamed.patched(patch, version: version)
  }
}
