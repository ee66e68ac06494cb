import BackstackPlatform
/// A request's data for the log and the metrics, kept until its response is complete.
struct HTTPExchange {
  var startedAt = MonotonicInstant(nanoseconds: 0)
  /// The number of the method's label in the metrics.
  var method = HTTPMetricLabels.otherMethod
  var route = 0
  var bytesIn = 0
  /// The request itself, kept only if the access log or the echoed request id needs it.
  var request: HTTPRequest.Storage?
}

extension HTTPExchange {
  init(_ request: HTTPRequest.Storage, at instant: MonotonicInstant, keepsRequest: Bool) {
    startedAt = instant
    method = HTTPMetricLabels.method(request.head.method)
    route = request.route
    bytesIn = request.body.count
    self.request = keepsRequest ? request : nil
  }
}
