/// Writes content of an answer from a task, as fast as the client takes it.
public struct HTTPBodyWriter: Sendable {
  let source: WriterSource

  /// Adds bytes, and waits while those before them fill the buffer.
  ///
  /// - Throws: `CancellationError` when the content is no longer wanted: the client has gone.
  public func write(_ bytes: [UInt8]) async throws { try await source.write(bytes) }

  /// Adds the UTF-8 bytes of a text; see ``write(_:)-([UInt8])``.
  public func write(_ text: String) async throws { try await source.write(Array(text.utf8)) }

  /// Whether the server drains: content without a natural end should end soon.
  public var isDraining: Bool { source.isDraining }
}

extension HTTPBody {
  /// Content that a task writes while it is sent; for one answer only.
  ///
  /// The task begins when the fields of the answer have been written, and is cancelled when the
  /// client goes. If the closure throws, the connection is closed, so that the client does not take
  /// what it has for all.
  ///
  /// - Parameters:
  ///   - length: The number of bytes, if it is known.
  ///   - bufferedBytes: What may wait for the client, besides what one `write` adds.
  public static func writing(
    length: Int? = nil, bufferedBytes: Int = 16 * 1024,
    _ write: @escaping @Sendable (HTTPBodyWriter) async throws -> Void
  ) -> HTTPBody {
    .stream(WriterSource(capacity: bufferedBytes, write), length: length)
  }

  /// The pieces of a sequence, each asked for when the ones before have been sent or almost so; for
  /// one answer only. See ``writing(length:bufferedBytes:_:)``.
  public static func stream<Pieces: AsyncSequence & Sendable>(
    of pieces: Pieces, length: Int? = nil
  ) -> HTTPBody where Pieces.Element == [UInt8] {
    .writing(length: length) { writer in
      for try await piece in pieces { try await writer.write(piece) }
    }
  }
}
