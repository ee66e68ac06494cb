// example begins
import Backstack
import BackstackHTTP
import BackstackHost

@Reducer
struct Order {
  struct State: Codable, Sendable {
    var isReady = false
  }

  enum Action: Codable, Sendable {
    @ServerOnly case ready
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.isReady = true
      return .none
    }
  }
}

/// What the kitchen reports.
struct KitchenReport: Decodable {
  let order: String
}

struct Restaurant: BackstackHost {
  static var features: [Feature] {
    [Feature("order", initialState: Order.State()) { Order() }]
  }

  static func configure(_ host: inout HostConfiguration) throws {
    let secret = try host.option("--kitchen-secret", "TEXT", help: "signs what the kitchen reports")
    let signature = HMACSHA256(key: Array((secret ?? "").utf8))
    let server = host.server
    host.route(.post, "/webhooks/kitchen", for: .anyone) { request, _ in
      guard secret != nil,
        signature.matches(request.fields["X-Signature"] ?? "", of: request.body)
      else { return HTTPResponse(status: .unauthorized) }
      let report = try request.decoded(as: KitchenReport.self)
      try await server.running.send(Order.Action.ready, to: report.order)
      return HTTPResponse(status: .noContent)
    }
  }
}
// example ends
