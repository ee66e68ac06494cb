import BackstackCluster
import BackstackHTTP
import BackstackSessions
import BackstackStorage

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
    metrics.begin(
      "backstack_broadcasts_waiting", .gauge, help: "Broadcasts to sessions that have not begun.")
    for (name, runtime) in service.directory.runtimes.sorted(by: { $0.key < $1.key }) {
      metrics.sample(runtime.waitingBroadcasts, [("feature", name)])
    }
    let large = service.directory.large
    metrics.begin(
      "backstack_large_work_waiting", .gauge,
      help: "Requests and other work that wait for the threads for large work.")
    metrics.sample(large.waitingCount)
    metrics.begin(
      "backstack_large_requests_refused_total", .counter,
      help: "Requests refused because too many large ones waited.")
    metrics.sample(large.refusedCount)
    let memory = service.directory.memory
    metrics.begin("backstack_memory_bytes", .gauge, help: "Memory that the process uses.")
    metrics.sample(memory.usedBytes)
    if let maximum = memory.maximum {
      metrics.begin("backstack_memory_limit_bytes", .gauge, help: "Memory that it may use.")
      metrics.sample(maximum)
    }
    metrics.begin("backstack_event_readers", .gauge, help: "Streams of events that are open.")
    metrics.sample(service.directory.streams.readerCount)
    service.sockets.write(to: &metrics)
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
        "backstack_storage_went_back_total", .counter,
        help: "Sessions of which the storage had lost confirmed changes.")
      metrics.sample(health.wentBack)
      metrics.begin(
        "backstack_sessions_waiting", .gauge,
        help: "Sessions that wait to be written, by whether a client waits.")
      for (name, priority) in [("client", WritePriority.client), ("effect", .effect)] {
        metrics.sample(service.directory.waitingCount(for: priority), [("for", name)])
      }
    }
    if let ownership = service.cluster?.ownership {
      writeCluster(ownership, service.mirrors.count, to: &metrics)
    }
    metrics.begin("backstack_draining", .gauge, help: "1 when the server is about to stop, else 0.")
    metrics.sample(service.isDraining ? 1 : 0)
  }

  /// Writes what the server does as a node of a cluster.
  private func writeCluster(
    _ ownership: OwnershipTable, _ mirrors: Int, to metrics: inout HTTPMetricWriter
  ) {
    let member = ownership.member
    metrics.begin(
      "backstack_cluster_nodes", .gauge, help: "Living nodes that this one knows, by state.")
    for state in [NodeState.joining, .ready, .draining] {
      let count = member.view.members.values.filter { $0.state == state }.count
      metrics.sample(count, [("state", state.name)])
    }
    metrics.begin(
      "backstack_cluster_lease", .gauge,
      help: "1 while the node may answer from memory, else 0.")
    metrics.sample(ownership.member.holdsLease() ? 1 : 0)
    metrics.begin(
      "backstack_cluster_claims_total", .counter,
      help: "Sessions that the node wanted to claim, by outcome.")
    write([("claimed", .claimed), ("refused", .claimRefused)])
    metrics.begin(
      "backstack_cluster_handovers_total", .counter,
      help: "Sessions that the node offered to others, by outcome.")
    write([("taken", .handedOver), ("kept", .keptByOffer)])
    metrics.begin(
      "backstack_cluster_forwarded_total", .counter,
      help: "Requests that were sent to other nodes, by outcome.")
    write([("processed", .forwarded), ("redirected", .redirected), ("lost", .lost)])
    metrics.begin(
      "backstack_cluster_fenced_total", .counter,
      help: "Requests that were routed again, because another node had claimed their session.")
    metrics.sample(ownership.counters[.fenced])
    metrics.begin(
      "backstack_cluster_mirrors", .gauge,
      help: "Sessions of other nodes whose events are read at this one.")
    metrics.sample(mirrors)

    func write(_ outcomes: [(String, ClusterCounters.Event)]) {
      for (name, event) in outcomes {
        metrics.sample(ownership.counters[event], [("outcome", name)])
      }
    }
  }
}
