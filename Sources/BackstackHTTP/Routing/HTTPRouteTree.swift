/// The patterns of a router as a tree of path segments.
///
/// Its nodes are numbers without references, because all event loops share it: a search counts no
/// references.
struct HTTPRouteTree: Sendable {
  private struct Node: BitwiseCopyable, Sendable {
    /// The literal that leads here, in `literals`.
    let literal: ByteRange
    /// The first child node with a literal, and the next sibling of this node.
    var child = HTTPRouteTree.none
    var sibling = HTTPRouteTree.none
    /// The last child node with a literal.
    var lastChild = HTTPRouteTree.none
    /// The child node of a parameter.
    var parameter = HTTPRouteTree.none
    /// The number of the endpoint of the paths that end here.
    var endpoint = HTTPRouteTree.none
  }

  /// The number that means no node or no endpoint.
  static let none: Int32 = -1

  private var nodes = [Node(literal: ByteRange(0..<0))]
  private var literals: [UInt8] = []

  /// Inserts a pattern whose paths lead to an endpoint, unless they already lead to one.
  ///
  /// - Returns: The number of the endpoint that they lead to.
  mutating func insert(_ segments: [HTTPRoutePattern.Segment], endpoint: Int) -> Int {
    var index = 0
    for segment in segments {
      switch segment {
      case .literal(let literal): index = child(of: index, literal) ?? addChild(of: index, literal)
      case .parameter:
        if nodes[index].parameter == Self.none {
          nodes.append(Node(literal: ByteRange(0..<0)))
          nodes[index].parameter = Int32(nodes.count - 1)
        }
        index = Int(nodes[index].parameter)
      }
    }
    if nodes[index].endpoint == Self.none { nodes[index].endpoint = Int32(endpoint) }
    return Int(nodes[index].endpoint)
  }

  private func child(of parent: Int, _ literal: [UInt8]) -> Int? {
    var child = nodes[parent].child
    while child != Self.none {
      if literals[nodes[Int(child)].literal.range].elementsEqual(literal) { return Int(child) }
      child = nodes[Int(child)].sibling
    }
    return nil
  }

  private mutating func addChild(of parent: Int, _ literal: [UInt8]) -> Int {
    let start = literals.count
    literals += literal
    let index = nodes.count
    nodes.append(Node(literal: ByteRange(start..<literals.count)))
    // Behind the others: routes that come first are mostly requested more often.
    let last = nodes[parent].lastChild
    if last == Self.none {
      nodes[parent].child = Int32(index)
    } else {
      nodes[Int(last)].sibling = Int32(index)
    }
    nodes[parent].lastChild = Int32(index)
    return index
  }

  /// Finds the endpoint of the path in `range`, which begins with a slash. Tries literals first.
  ///
  /// - Complexity: O(literals on the way); the depth is that of the patterns.
  func find(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, _ match: inout HTTPRouteMatch
  ) {
    match.endpoint = find(
      bytes, from: range.lowerBound &+ 1, to: range.upperBound, below: 0, &match)
  }

  /// Returns the number of the endpoint of the path from `start`, the byte after a slash.
  private func find(
    _ bytes: borrowing Span<UInt8>, from start: Int, to end: Int, below parent: Int,
    _ match: inout HTTPRouteMatch
  ) -> Int32 {
    let segmentEnd = HTTPRequest.segmentEnd(bytes, from: start, to: end)
    var child = nodes[parent].child
    while child != Self.none {
      let index = Int(child)
      if matches(bytes, start..<segmentEnd, nodes[index].literal.range) {
        let found = descend(bytes, after: segmentEnd, to: end, at: index, &match)
        if found != Self.none { return found }
      }
      child = nodes[index].sibling
    }
    let parameter = nodes[parent].parameter
    guard parameter != Self.none, start < segmentEnd, match.count < HTTPPathParameters.capacity
    else { return Self.none }
    let count = match.count
    match.values[count] = ByteRange(start..<segmentEnd)
    match.count += 1
    let found = descend(bytes, after: segmentEnd, to: end, at: Int(parameter), &match)
    if found == Self.none { match.count = count }
    return found
  }

  private func descend(
    _ bytes: borrowing Span<UInt8>, after segmentEnd: Int, to end: Int, at node: Int,
    _ match: inout HTTPRouteMatch
  ) -> Int32 {
    if segmentEnd == end { return nodes[node].endpoint }
    return find(bytes, from: segmentEnd &+ 1, to: end, below: node, &match)
  }

  /// Returns whether a segment equals a literal; escapes are decoded if there are any.
  private func matches(
    _ bytes: borrowing Span<UInt8>, _ segment: Range<Int>, _ literal: Range<Int>
  ) -> Bool {
    if segment.count == literal.count {
      var offset = 0
      while offset < literal.count,
        bytes[segment.lowerBound &+ offset] == literals[literal.lowerBound &+ offset]
      {
        offset &+= 1
      }
      if offset == literal.count { return true }
    }
    guard segment.count > literal.count, PercentDecoding.isNeeded(bytes, segment) else {
      return false
    }
    return PercentDecoding.decode(bytes, segment)?.elementsEqual(literals[literal]) ?? false
  }
}
