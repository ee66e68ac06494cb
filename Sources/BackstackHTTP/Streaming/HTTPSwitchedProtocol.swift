import BackstackPlatform

/// The traffic of a connection after it was switched to another protocol.
struct HTTPSwitchedTraffic: Equatable, Sendable {
  var receivedBytes: Int
  var receivedMessages: Int
  var sentMessages: Int
  /// Why it ended, as a code of the protocol.
  var closeCode: UInt16
}

/// The protocol to which a connection is switched after a request (RFC 9110 §7.8): the source of all
/// that is sent afterwards, which also gets all that arrives.
///
/// Its methods are called like those of a source, on the event loop's thread. Before each piece of
/// input and each call of ``HTTPStreamSource/produce(into:upTo:)`` the time is noted with
/// ``advance(to:)``.
protocol HTTPSwitchedProtocol: HTTPStreamSource {
  var traffic: HTTPSwitchedTraffic { get }
  /// The number of received bytes that are kept.
  var bufferedBytes: Int { get }
  /// When ``advance(to:)`` has something to do.
  var deadline: MonotonicInstant { get }

  /// Notes the time. The source is asked for output afterwards.
  func advance(to instant: MonotonicInstant)

  /// Receives the next bytes. The source is asked for output afterwards.
  func receive(_ bytes: borrowing Span<UInt8>)

  /// Notes that the client will send nothing more. The source is asked for output afterwards, and
  /// should end soon.
  func receiveEnd()
}
