import Testing

@testable import BackstackService

@Suite("The configuration of a service")
struct ConfigurationTests {
  @Test("The default service is the documented one")
  func service() {
    let configuration = ServiceConfiguration()
    #expect(configuration.maximumActionBytes == nil && configuration.maximumCreationBytes == nil)
    #expect(configuration.apiKeys.isEmpty && configuration.mayUse == nil)
    #expect(!configuration.sharesSessions && configuration.rateLimit == nil)
    #expect(configuration.allowedOrigins.isEmpty && configuration.allowedHosts.isEmpty)
    #expect(configuration.eventHeartbeat == .seconds(15))
    #expect(configuration.eventRetryMilliseconds == 1000...3000)
    #expect(configuration.middleware.isEmpty && configuration.adminAddresses.isEmpty)
    #expect(configuration.includesIssues)
  }
}
