/// The segments of a path that the `{name}` segments of a pattern matched.
public struct HTTPPathParameters: Sendable {
  /// The maximum number of parameters of a pattern.
  static let capacity = 8

  let request: HTTPRequest.Storage
  let entry: HTTPEndpoint.Entry
  let values: InlineArray<8, ByteRange>

  /// The percent-decoded text of a segment; `nil` for a name that the pattern does not have.
  ///
  /// - Complexity: O(parameters + length of the segment).
  public subscript(name: String) -> String? {
    guard let index = entry.names.firstIndex(of: name), index < HTTPPathParameters.capacity else {
      return nil
    }
    let bytes = request.head.fields.bytes
    let range = values[index].range
    if !PercentDecoding.isNeeded(bytes.span, range) {
      return request.head.fields.text(values[index])
    }
    // The router has already refused requests whose path can't be decoded.
    return PercentDecoding.decodeText(bytes.span, range)
  }

  /// The number of parameters.
  public var count: Int { entry.names.count }
}
