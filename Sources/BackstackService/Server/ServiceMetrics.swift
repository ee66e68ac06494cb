import BackstackHTTP
import BackstackSessions

/// The service's part of the HTTP server's metrics.
struct ServiceMetrics: HTTPMetricSource {
  // Weak: the service owns the metrics, which own this source.
  weak let service: SessionService?

  func write(to metrics: inout HTTPMetricWriter) {
    guard let service else { return }
    let features = service.directory.runtimes.mapValues(\.counters).sorted { $0.key < $1.key }
    func write(_ value: (FeatureCounters) -> Int) {
      for (name, counters) in features { metrics.sample(value(counters), [("feature", name)]) }
    }
    metrics.begin("backstack_sessions", .gauge, help: "Active sessions.")
    write(\.sessions)
    metrics.begin(
      "backstack_sessions_ended_total", .counter, help: "Sessions that ended, by reason.")
    for (name, counters) in features {
      for (reason, count) in counters.endedSessions.sorted(by: { $0.key.name < $1.key.name }) {
        metrics.sample(count, [("feature", name), ("reason", reason.name)])
      }
    }
    metrics.begin(
      "backstack_actions_total", .counter, help: "Actions processed, by cause.")
    for (name, counters) in features {
      for (cause, count) in [
        ("client", counters.clientActions), ("effect", counters.effectActions),
        ("host", counters.hostActions),
      ] {
        metrics.sample(count, [("feature", name), ("cause", cause)])
      }
    }
    metrics.begin("backstack_effects", .gauge, help: "Effects in flight.")
    write(\.effects)
    metrics.begin("backstack_issues_total", .counter, help: "Issues that features reported.")
    write(\.issues)
    metrics.begin("backstack_event_readers", .gauge, help: "Streams of events that are open.")
    metrics.sample(service.directory.streams.readerCount)
    metrics.begin(
      "backstack_quota_refusals_total", .counter,
      help: "Requests refused because a quota is reached, by quota.")
    for quota in Quota.allCases {
      metrics.sample(service.directory.usages.refusals(for: quota), [("reason", quota.name)])
    }
    if service.configuration.sessions.storage != nil {
      let health = service.directory.storageHealth
      metrics.begin(
        "backstack_session_activations_total", .counter,
        help: "Sessions that were activated from the storage.")
      metrics.sample(health.activations)
      metrics.begin(
        "backstack_unreadable_sessions_total", .counter,
        help: "Stored sessions that could not be read.")
      metrics.sample(health.unreadableSessions)
      metrics.begin(
        "backstack_quarantined_sessions", .gauge,
        help: "Stored sessions that crashed the server twice and were not released.")
      metrics.sample(health.quarantinedSessions)
      metrics.begin(
        "backstack_storage_failures_total", .counter,
        help: "Storage operations that failed.")
      metrics.sample(health.failures)
      metrics.begin(
        "backstack_sessions_waiting", .gauge,
        help: "Sessions that wait to be written, by whether a client waits.")
      for (name, priority) in [("client", WritePriority.client), ("effect", .effect)] {
        metrics.sample(service.directory.waitingCount(for: priority), [("for", name)])
      }
    }
    metrics.begin("backstack_draining", .gauge, help: "1 when the server is about to stop, else 0.")
    metrics.sample(service.isDraining ? 1 : 0)
  }
}
