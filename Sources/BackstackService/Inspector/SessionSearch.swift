import BackstackHTTP
import BackstackSessions

/// The search for a list of the sessions in memory.
struct SessionSearch {
  private let limit: Int
  private let before: SessionUse?
  private let feature: String?
  private let prefix: String
  private let owner: String
  /// The JSON that the state contains; empty for any state.
  private let state: [UInt8]

  /// How many states are searched for one page; the search continues with the next page.
  private static let searchedStates = 1000

  /// - Parameter readsStates: Whether states may be searched: not where their texts are hidden.
  init(_ request: HTTPRequest, of service: SessionService, readsStates: Bool) throws(Problem) {
    let query = try request.query(
      allowing: ["feature", "id", "owner", "before", "limit"] + (readsStates ? ["state"] : []))
    limit =
      try query.integer("limit", 1...InspectorRoutes.maximumPage) ?? InspectorRoutes.defaultPage
    before = try query.text("before").map { text throws(Problem) in
      guard let use = SessionUse(text: text) else {
        throw Problem(
          .invalidQuery, "The parameter \"before\" is a value of \"next\" in an earlier page.")
      }
      return use
    }
    feature = query.text("feature").flatMap { $0.isEmpty ? nil : $0 }
    if let feature, service.directory.features[feature] == nil { throw .unknownFeature }
    prefix = query.text("id") ?? ""
    owner = query.text("owner") ?? ""
    state = Array((query.text("state") ?? "").utf8)
  }

  /// A page of sessions, and the last one that was looked at if others may follow.
  struct Page {
    var sessions: [SessionRegistry.Entry] = []
    var next: SessionUse?
  }

  func page(of directory: SessionDirectory) -> Page {
    var page = Page()
    var last = before
    var count = 0
    while true {
      let latest = directory.latestSessions(
        limit, before: last, of: feature, prefix: prefix, owner: owner)
      for entry in latest where page.sessions.count < limit {
        last = entry.lastUse
        count += 1
        if fits(entry) { page.sessions.append(entry) }
      }
      let isFull = page.sessions.count == limit || count >= Self.searchedStates
      guard latest.count == limit, !isFull else {
        page.next = isFull ? last : nil
        return page
      }
    }
  }

  private func fits(_ entry: SessionRegistry.Entry) -> Bool {
    if state.isEmpty { return true }
    let json = try? entry.session.encodedState()
    return json?.firstRange(of: state) != nil
  }
}

extension SessionUse {
  /// The form of the position in a list where the next page begins.
  var text: String { "\(instant)-\(id)" }

  fileprivate init?(text: String) {
    guard let dash = text.lastIndex(of: "-"), let instant = Int64(text[..<dash]),
      let id = SessionID(String(text[text.index(after: dash)...]))
    else { return nil }
    self.init(instant: instant, id: id)
  }
}
