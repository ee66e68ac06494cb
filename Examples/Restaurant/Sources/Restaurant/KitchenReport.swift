import Backstack
import BackstackHTTP
import BackstackHost
import FoundationEssentials

/// What the kitchen reports by the webhook.
@CasePathable
enum KitchenReport: Decodable, Sendable {
  case ready(session: String, order: UUID)
  case soldOut(dish: String)

  /// Tells the guests whom it concerns.
  func send(by server: BackstackServer, to kitchen: Kitchen) async throws {
    switch self {
    case .ready(let session, let order):
      try await server.send(Restaurant.Action.ready(order: order), to: session)

    case .soldOut(let dish):
      // First, so that no guest who comes now misses it.
      kitchen.sellOut(dish)
      _ = try await server.broadcast(
        Restaurant.Action.soldOut(dish: dish), to: Restaurant.name)
    }
  }
}

extension HostConfiguration {
  /// Adds the route by which the kitchen reports, signed with the option `--kitchen-secret`.
  mutating func addKitchenWebhook() throws {
    let secret = try option("--kitchen-secret", "TEXT", help: "signs what the kitchen reports")
    let signature = HMACSHA256(key: Array((secret ?? "").utf8))
    let server = server
    route(.post, "/webhooks/kitchen", for: .anyone) { request, _ in
      guard secret != nil,
        signature.matches(request.fields["X-Signature"] ?? "", of: request.body)
      else { return HTTPResponse(status: .unauthorized) }
      let report = try request.decoded(as: KitchenReport.self)
      try await report.send(by: server.running, to: Kitchen.liveValue)
      return HTTPResponse(status: .noContent)
    }
  }
}
