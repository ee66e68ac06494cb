/// `Content-Length` (RFC 9112 §6.2, RFC 9110 §8.6): digits only, once.
///
/// Signs, lists, other bases and overflow are refused, and so is the same length given twice, which
/// a server may accept or refuse (RFC 9112 §6.3 rule 5).
struct HTTPContentLength: Sendable {
  private(set) var value: Int?

  mutating func note(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) throws(HTTPError) {
    guard value == nil, !range.isEmpty else { throw .invalidContentLength }
    var length = 0
    for index in range {
      guard ASCII.isDigit(bytes[index]) else { throw .invalidContentLength }
      let (shifted, overflow) = length.multipliedReportingOverflow(by: 10)
      let (sum, carry) = shifted.addingReportingOverflow(Int(bytes[index] &- ASCII.zero))
      guard !overflow, !carry else { throw .invalidContentLength }
      length = sum
    }
    value = length
  }
}
