import BackstackCoding
import BackstackScreenText
import BackstackService
import Testing

@testable import BackstackAgents

@Suite("A subscription to resources")
struct SubscriptionTests {
  private static let session = String(repeating: "a", count: 32)
  private static let screen = SessionResource.prefix + session + "/screen"

  private func subscription(_ uris: [String]) throws -> Subscription {
    try Subscription(
      ["notifications": ["resourceSubscriptions": .array(uris.map { .string($0) })]], as: "x")
  }

  private func text(_ next: (content: [UInt8], isLast: Bool)) -> String {
    String(decoding: next.content, as: UTF8.self)
  }

  @Test("It is acknowledged first, with what there can be")
  func acknowledgement() throws {
    var subscription = try subscription([Self.screen, "nonsense", Self.screen])
    #expect(subscription.sessions == [Self.session])
    let first = subscription.next()
    #expect(!first.isLast)
    #expect(
      text(first) == """
        event: message
        data: {"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged",\
        "params":{"notifications":{"resourceSubscriptions":["\(Self.screen)"]},\
        "_meta":{"io.modelcontextprotocol/subscriptionId":"x"}}}


        """)
  }

  @Test("Many versions are one notification, and the one at the beginning is not told")
  func coalescing() throws {
    var subscription = try subscription([Self.screen])
    subscription.note(.version(3, base: nil, text: []), of: Self.session)
    _ = subscription.next()
    #expect(subscription.next().content.isEmpty)
    for version in 4...9 {
      subscription.note(.version(version, base: version - 1, text: []), of: Self.session)
    }
    let updates = text(subscription.next())
    #expect(updates.split(separator: "notifications/resources/updated").count == 2)
    #expect(updates.contains(#""uri":"\#(Self.screen)""#))
    #expect(subscription.next().content.isEmpty)
  }

  @Test("A heartbeat is sent only where nothing else is")
  func heartbeats() throws {
    var subscription = try subscription([Self.screen])
    subscription.note(.heartbeat, of: Self.session)
    #expect(text(subscription.next()).hasPrefix("event"))
    subscription.note(.heartbeat, of: Self.session)
    #expect(text(subscription.next()) == ":\n\n")
  }

  @Test("It ends with its result: with the server, with the last session, or without any")
  func ending() throws {
    var stopped = try subscription([Self.screen])
    _ = stopped.next()
    stopped.end()
    let last = stopped.next()
    #expect(last.isLast)
    #expect(
      text(last).contains(
        #""id":"x","result":{"_meta":{"io.modelcontextprotocol/subscriptionId":"x"},"#
          + #""resultType":"complete"}"#))
    var refused = try subscription([Self.screen])
    refused.refuse(Self.session)
    #expect(refused.next().isLast)
    var lost = try subscription([Self.screen])
    _ = lost.next()
    lost.lose(Self.session)
    #expect(lost.next().isLast)
  }

  @Test("A session that ends is told once, also if its events end at once and others continue")
  func sessionEnds() throws {
    let other = SessionResource.prefix + String(repeating: "b", count: 32)
    var subscription = try subscription([Self.screen, other])
    _ = subscription.next()
    subscription.note(.end(data: []), of: Self.session)
    subscription.lose(Self.session)
    let told = subscription.next()
    #expect(!told.isLast)
    #expect(text(told).contains(#""uri":"\#(Self.screen)""#))
    #expect(!text(told).contains(other))
    #expect(subscription.next().content.isEmpty)
  }

  @Test("It names what to listen to, and not too much")
  func limits() {
    #expect(throws: RPCError.self) { try Subscription([:], as: 1) }
    #expect(throws: RPCError.self) {
      try subscription(Array(repeating: Self.screen, count: Subscription.maximumCount + 1))
    }
  }
}
