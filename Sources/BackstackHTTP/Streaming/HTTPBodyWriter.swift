/// A writer of a response's content for a task, as fast as the client takes it.
public struct HTTPBodyWriter: Sendable {
  let source: WriterSource

  /// Adds bytes, and waits while the buffer is full.
  ///
  /// - Throws: `CancellationError` when the content is no longer wanted: the client has gone.
  public func write(_ bytes: [UInt8]) async throws { try await source.write(bytes) }

  /// Adds the UTF-8 bytes of a text; see ``write(_:)-([UInt8])``.
  public func write(_ text: String) async throws { try await source.write(Array(text.utf8)) }

  /// Whether the server drains: content without a natural end should end soon.
  public var isDraining: Bool { source.isDraining }
}

extension HTTPBody {
  /// Returns content that a task writes while it is sent; for one response only.
  ///
  /// The task begins when the fields of the response were written, and is cancelled when the client
  /// disconnects. If the closure throws, the connection is closed, so that the client does not mistake the
  /// content for complete.
  ///
  /// - Parameters:
  ///   - length: The number of bytes, if it is known.
  ///   - bufferedBytes: The bytes that may wait for the client, besides those of one `write`.
  ///   - write: The closure that writes the content.
  public static func writing(
    length: Int? = nil, bufferedBytes: Int = 16 * 1024,
    _ write: @escaping @Sendable (HTTPBodyWriter) async throws -> Void
  ) -> HTTPBody {
    .stream(WriterSource(capacity: bufferedBytes, write), length: length)
  }

  /// Returns content made of a sequence's pieces; each is awaited once the ones before are sent or
  /// almost sent. For one response only. See ``writing(length:bufferedBytes:_:)``.
  public static func stream<Pieces: AsyncSequence & Sendable>(
    of pieces: Pieces, length: Int? = nil
  ) -> HTTPBody where Pieces.Element == [UInt8] {
    .writing(length: length) { writer in
      for try await piece in pieces { try await writer.write(piece) }
    }
  }
}
