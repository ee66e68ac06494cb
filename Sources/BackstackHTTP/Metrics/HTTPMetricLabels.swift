/// The labels of requests, as numbers: a bounded set, whatever clients send.
enum HTTPMetricLabels {
  /// The methods with their own label; every other is `other`.
  static let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
  static let otherMethod = methods.count
  static var methodCount: Int { methods.count + 1 }

  /// The statuses with their own label; every other is `other`.
  static let statuses: [Int] = [
    200, 201, 202, 204, 205, 206, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 406,
    408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 428, 429, 431,
    HTTPAccessLogRecord.clientClosedRequest, 500, 501, 502, 503, 504, 505, 507, 101,
  ]
  static var statusCount: Int { statuses.count + 1 }

  /// The upper bounds of the duration buckets, in nanoseconds; one more bucket has the rest.
  static let bounds: [Int64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
    100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000,
    10_000_000_000,
  ]
  static var bucketCount: Int { bounds.count + 1 }

  static func methodName(_ index: Int) -> String {
    index < methods.count ? methods[index].rawValue : "other"
  }

  static func statusName(_ index: Int) -> String {
    index < statuses.count ? "\(statuses[index])" : "other"
  }

  static func method(_ method: HTTPMethod) -> Int {
    // The most frequent method first, without a search.
    method == .get ? 0 : methods.firstIndex(of: method) ?? methods.count
  }

  static func status(_ code: Int) -> Int {
    code == 200 ? 0 : statuses.firstIndex(of: code) ?? statuses.count
  }

  static func bucket(_ nanoseconds: Int64) -> Int {
    nanoseconds <= 100_000 ? 0 : bounds.firstIndex { nanoseconds <= $0 } ?? bounds.count
  }
}
