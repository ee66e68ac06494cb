/// What an event loop remembers of a request until it is answered, for logs and metrics.
struct HTTPExchange {
  var startedAt = MonotonicInstant(nanoseconds: 0)
  /// The numbers of the labels.
  var method = HTTPMetricLabels.otherMethod
  var route = 0
  var bytesIn = 0
  /// The request itself, kept only if a log or an echo needs it.
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
