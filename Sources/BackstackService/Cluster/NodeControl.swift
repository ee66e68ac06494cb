import BackstackCoding
import BackstackHTTP
package import BackstackStorage
import FoundationEssentials

/// The commands of operators to a living node, sent to its address for other nodes.
package struct NodeControl: Sendable {
  private let profile: NodeProfile
  private let client: HTTPClient

  /// Creates a control of a node that the cluster's table has.
  ///
  /// - Throws: `SystemError` when the process can't open another descriptor, or create another
  ///   thread.
  package init(_ profile: NodeProfile) throws {
    self.profile = profile
    client = try HTTPClient()
  }

  /// Makes the node give its sessions away. It still forwards requests to others.
  ///
  /// - Returns: Why the node does not; `nil` if it does.
  package func drain() async -> String? { await post("/drain") }

  /// Has the node hand a session over to another one.
  ///
  /// - Returns: Why the session has not moved; `nil` if it has.
  package func move(_ id: String, to number: UInt64) async -> String? {
    await post("/sessions/\(id)/move?to=\(number)")
  }

  private func post(_ target: String) async -> String? {
    let secret = Data(profile.secret.bytes).base64EncodedString()
    guard let address = HTTPServerAddress(profile.address),
      let request = try? HTTPClientRequest(
        .post, target, fields: [.authorization: "Bearer \(secret)"], content: [])
    else { return "its address, \(profile.address), can't be used" }
    let result = await withCheckedContinuation { continuation in
      client.send(request, to: address, timeout: .seconds(10)) {
        continuation.resume(returning: $0)
      }
    }
    client.stop()
    switch result {
    case .failure(let failure): return "\(profile.address) did not respond: \(failure.message)"
    case .success(let response):
      guard response.status != .noContent else { return nil }
      let problem = try? JSONLiteral(decoding: response.body.bytes)
      guard case .string(let detail)? = problem?["detail"] else {
        return "it has responded with \(response.status.code)"
      }
      return detail
    }
  }
}
