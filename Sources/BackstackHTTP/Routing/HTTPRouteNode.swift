/// Where a path leads, and what was captured on the way.
struct HTTPRouteMatch: Sendable {
  /// The tree in which the way was found.
  let root: HTTPRouteNode
  /// The node that it leads to, `nil` if to none.
  var node: HTTPRouteNode?
  var count = 0
  var values = InlineArray<8, ByteRange>(repeating: ByteRange(0..<0))
}

/// One place in the tree of path segments.
final class HTTPRouteNode: @unchecked Sendable {
  // Sound: changed only while the router is built, before anything else has a reference; so exclusivity
  // need not be checked at each access.
  struct Entry: Sendable {
    let route: HTTPRoute
    let names: [String]
  }

  struct Child: Sendable {
    let segment: [UInt8]
    let node: HTTPRouteNode
  }

  @exclusivity(unchecked) var children: [Child] = []
  /// The node for a parameter.
  @exclusivity(unchecked) var parameter: HTTPRouteNode?
  @exclusivity(unchecked) var entries: [Entry] = []
  /// The number of its first route's pattern, for logs and metrics.
  var number = 0
  /// The value of `Allow` for this path.
  var allow = ""

  func insert(_ entry: Entry, number: Int, _ rest: ArraySlice<HTTPRoutePattern.Segment>) {
    switch rest.first {
    case nil:
      precondition(
        !entries.contains { $0.route.method == entry.route.method },
        "Two routes answer \(entry.route.method) \(entry.route.pattern).")
      if entries.isEmpty { self.number = number }
      entries.append(entry)
    case .literal(let segment):
      let index = children.firstIndex { $0.segment == segment } ?? children.count
      if index == children.count { children.append(Child(segment: segment, node: HTTPRouteNode())) }
      children[index].node.insert(entry, number: number, rest.dropFirst())
    case .parameter:
      let node = parameter ?? HTTPRouteNode()
      parameter = node
      node.insert(entry, number: number, rest.dropFirst())
    }
  }

  /// Computes what does not change once all routes are in.
  func finish() {
    var methods = Set(entries.map(\.route.method.rawValue))
    if methods.contains("GET") { methods.insert("HEAD") }
    methods.insert("OPTIONS")
    allow = methods.sorted().joined(separator: ", ")
    for child in children { child.node.finish() }
    parameter?.finish()
  }

  /// The route of this node for a method; GET's for HEAD.
  func route(for method: HTTPMethod) -> Entry? {
    for entry in entries where entry.route.method == method { return entry }
    return method == .head ? route(for: .get) : nil
  }

  /// The node for the path from `start`, the byte after a slash; literals are tried first.
  ///
  /// - Complexity: O(children on the way); the depth is that of the patterns.
  func find(
    _ bytes: borrowing Span<UInt8>, from start: Int, to end: Int, _ match: inout HTTPRouteMatch
  ) -> HTTPRouteNode? {
    let segmentEnd = HTTPRequest.segmentEnd(bytes, from: start, to: end)
    let segment = start..<segmentEnd
    for child in children where HTTPRouteNode.matches(bytes, segment, child.segment) {
      if let found = child.node.descend(bytes, segmentEnd, end, &match) { return found }
    }
    guard let node = parameter, !segment.isEmpty, match.count < HTTPPathParameters.capacity
    else { return nil }
    let index = match.count
    match.values[index] = ByteRange(segment)
    match.count += 1
    if let found = node.descend(bytes, segmentEnd, end, &match) { return found }
    match.count = index
    return nil
  }

  private func descend(
    _ bytes: borrowing Span<UInt8>, _ segmentEnd: Int, _ end: Int, _ match: inout HTTPRouteMatch
  ) -> HTTPRouteNode? {
    if segmentEnd == end { return entries.isEmpty ? nil : self }
    return find(bytes, from: segmentEnd + 1, to: end, &match)
  }

  /// Whether a segment is this literal, escapes decoded when there are any.
  private static func matches(
    _ bytes: borrowing Span<UInt8>, _ segment: Range<Int>, _ literal: [UInt8]
  ) -> Bool {
    if segment.count == literal.count {
      var index = segment.lowerBound
      for byte in literal {
        if bytes[index] != byte { break }
        index &+= 1
      }
      if index == segment.upperBound { return true }
    }
    guard segment.count > literal.count, PercentDecoding.isNeeded(bytes, segment) else {
      return false
    }
    return PercentDecoding.decode(bytes, segment) == literal
  }
}
