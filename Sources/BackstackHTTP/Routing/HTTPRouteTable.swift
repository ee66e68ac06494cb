/// The routes of a router by their patterns; immutable.
final class HTTPRouteTable: Sendable {
  let tree: HTTPRouteTree
  let endpoints: [HTTPEndpoint]

  /// - Precondition: No two routes have the same method and shape.
  init(_ routes: [HTTPRoute], numbers: [String: Int]) {
    var tree = HTTPRouteTree()
    var entries: [[HTTPEndpoint.Entry]] = []
    for route in routes {
      let pattern = HTTPRoutePattern(route.pattern)
      let endpoint = tree.insert(pattern.segments, endpoint: entries.count)
      if endpoint == entries.count { entries.append([]) }
      precondition(
        !entries[endpoint].contains { $0.route.method == route.method },
        "There are two routes for \(route.method) \(route.pattern).")
      entries[endpoint].append(HTTPEndpoint.Entry(route: route, names: pattern.names))
    }
    self.tree = tree
    endpoints = entries.map { entries in
      HTTPEndpoint(entries, number: numbers[entries[0].route.pattern] ?? 0)
    }
  }

  /// Returns the endpoint that a match in the tree leads to.
  func endpoint(_ match: borrowing HTTPRouteMatch) -> HTTPEndpoint? {
    match.endpoint == HTTPRouteTree.none ? nil : endpoints[Int(match.endpoint)]
  }
}

/// The routes for the paths of one shape.
final class HTTPEndpoint: Sendable {
  /// One route; an object, so that a match counts a single reference.
  final class Entry: Sendable {
    let route: HTTPRoute
    /// The names of the parameters.
    let names: [String]

    init(route: HTTPRoute, names: [String]) {
      self.route = route
      self.names = names
    }
  }

  private let entries: [Entry]
  /// The number of the first route's pattern, for logs and metrics.
  let number: Int
  /// The value of `Allow` for these paths.
  let allow: String

  init(_ entries: [Entry], number: Int) {
    self.entries = entries
    self.number = number
    allow = Self.allow(entries.map(\.route))
  }

  /// Returns the methods of the routes, and those that every path supports.
  static func allow(_ routes: [HTTPRoute]) -> String {
    var methods = Set(routes.map(\.method.rawValue))
    if methods.contains("GET") { methods.insert("HEAD") }
    methods.insert("OPTIONS")
    return methods.sorted().joined(separator: ", ")
  }

  /// Returns the route for a method; GET's for HEAD.
  func entry(for method: HTTPMethod) -> Entry? {
    for entry in entries where entry.route.method == method { return entry }
    return method == .head ? entry(for: .get) : nil
  }
}

/// The endpoint that a path leads to, and the captured segments.
struct HTTPRouteMatch: Sendable {
  /// The table that was searched.
  let table: HTTPRouteTable
  /// The number of the endpoint that the path leads to, or ``HTTPRouteTree/none``.
  var endpoint = HTTPRouteTree.none
  var count = 0
  var values = InlineArray<8, ByteRange>(repeating: ByteRange(0..<0))

  init(table: HTTPRouteTable) { self.table = table }
}
