import BackstackHTTP

/// What the service adds to the metrics of the HTTP server.
struct ServiceMetrics: HTTPMetricSource {
  // Weak, as the service has the metrics that have this.
  weak let service: SessionService?

  func write(to metrics: inout HTTPMetricWriter) {
    guard let service else { return }
    metrics.begin("backstack_sessions", .gauge, help: "Sessions that live.")
    metrics.sample(service.registry.sessionCount)
    metrics.begin("backstack_event_readers", .gauge, help: "Streams of events that are open.")
    metrics.sample(service.streams.readerCount)
    metrics.begin("backstack_draining", .gauge, help: "1 when the server is about to stop, else 0.")
    metrics.sample(service.isDraining ? 1 : 0)
  }
}
