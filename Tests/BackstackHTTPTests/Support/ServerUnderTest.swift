import BackstackTestSupport

@testable import BackstackHTTP

extension HTTPServerConfiguration {
  /// A server on a free port, with the poller that `BACKSTACK_POLLER` names.
  static func underTest() -> HTTPServerConfiguration {
    var configuration = HTTPServerConfiguration(address: .ip("127.0.0.1", port: 0))
    if !pollerUnderTest.isEmpty {
      guard let poller = PollerKind(rawValue: pollerUnderTest) else {
        preconditionFailure("BACKSTACK_POLLER is not the name of a poller: \(pollerUnderTest)")
      }
      configuration.poller = poller
    }
    return configuration
  }
}
