import Testing

@testable import BackstackHTTP

@Suite("Exposition of metrics")
struct MetricTests {
  private struct Source: HTTPMetricSource {
    let body: @Sendable (inout HTTPMetricWriter) -> Void

    func write(to metrics: inout HTTPMetricWriter) { body(&metrics) }
  }

  @Test("Names, labels and numbers are written in Prometheus' format")
  func format() throws {
    var writer = HTTPMetricWriter()
    writer.begin("a_total", .counter, help: "With \\ and\nlines and \"quotes\".")
    writer.sample(3)
    writer.sample(0.25, [("x", "\"\\\n"), ("y", "é")])
    writer.begin("b", .gauge, help: "B.")
    for value in [Double.infinity, -.infinity, .nan, 1e21, -0.5] {
      writer.sample(value, [("v", "\(value)")])
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == #"""
        # HELP a_total With \\ and\nlines and "quotes".
        # TYPE a_total counter
        a_total 3
        a_total{x="\"\\\n",y="é"} 0.25
        # HELP b B.
        # TYPE b gauge
        b{v="inf"} +Inf
        b{v="-inf"} -Inf
        b{v="nan"} NaN
        b{v="1e+21"} 1e+21
        b{v="-0.5"} -0.5

        """#)
    #expect(try Exposition(writer.bytes).samples.count == 7)
  }

  @Test("A histogram has cumulative buckets in seconds")
  func histogram() throws {
    var writer = HTTPMetricWriter()
    writer.begin("h", .histogram, help: "H.")
    writer.histogram(
      counts: [1, 0, 2], bounds: [100_000, 2_500_000_000], sum: 30_000_000_001, [("r", "/")])
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == """
        # HELP h H.
        # TYPE h histogram
        h_bucket{r="/",le="0.0001"} 1
        h_bucket{r="/",le="2.5"} 1
        h_bucket{r="/",le="+Inf"} 3
        h_sum{r="/"} 30.000000001
        h_count{r="/"} 3

        """)
    #expect(try Exposition(writer.bytes).samples.count == 5)
  }

  @Test("A duration falls into the first bucket whose bound it does not exceed")
  func buckets() {
    for (index, bound) in HTTPMetricLabels.bounds.enumerated() {
      #expect(HTTPMetricLabels.bucket(bound) == index)
      #expect(HTTPMetricLabels.bucket(bound + 1) == index + 1)
    }
    #expect(HTTPMetricLabels.bucket(0) == 0)
    #expect(HTTPMetricLabels.bucket(-1) == 0)
  }

  @Test("Every status and method has a label, and there are few labels")
  func labels() {
    let statuses = (0...999).map { HTTPMetricLabels.statusName(HTTPMetricLabels.status($0)) }
    #expect(statuses[200] == "200" && statuses[499] == "499" && statuses[507] == "507")
    #expect(statuses[599] == "other" && statuses[418] == "other")
    #expect(Set(statuses).count == HTTPMetricLabels.statusCount)
    let methods = ["GET", "DELETE", "get", "BREW", ""].map { name in
      HTTPMetricLabels.methodName(HTTPMetricLabels.method(HTTPMethod(rawValue: name)))
    }
    #expect(methods == ["GET", "DELETE", "other", "other", "other"])
  }

  @Test("Other sources appear next to the server's own metrics")
  func sources() throws {
    let metrics = HTTPMetrics()
    metrics.add(
      Source {
        $0.begin("mine", .gauge, help: "Mine.")
        $0.sample(7)
      })
    let exposition = try Exposition(metrics.exposition())
    #expect(exposition.samples["mine"] == 7)
    #expect(exposition.samples["http_connections_open"] == 0)
    let response = metrics.response()
    #expect(response.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
  }

  @Test("The counters of all loops are summed; those of unknown routes count under none")
  func sums() throws {
    let loops = (0..<2).map { _ in HTTPLoopMetrics(routeCount: 2) }
    for loop in loops {
      loop.countRequest(route: 1, method: 0, status: 200, nanoseconds: 100_000)
      loop.countRequest(route: 9, method: 0, status: 200, nanoseconds: 11_000_000_000)
      loop.countTurn(nanoseconds: 1)
      loop.count(.timeout, "idle")
    }
    var writer = HTTPMetricWriter()
    let server = HTTPServerMetrics(
      routes: ["none", "/a"], loops: loops, openConnections: { 3 },
      unfinishedBytes: { 5 }, droppedLogLines: { 4 })
    // The other server has the same route under another number.
    let other = HTTPServerMetrics(
      routes: ["none", "/b", "/a"], loops: [HTTPLoopMetrics(routeCount: 3)],
      openConnections: { 1 }, unfinishedBytes: { 2 }, droppedLogLines: { 0 })
    other.loops[0].countRequest(route: 2, method: 0, status: 200, nanoseconds: nil)
    HTTPServerMetrics.write([server, other], to: &writer)
    let samples = try Exposition(writer.bytes).samples
    #expect(samples["http_connections_open"] == 4)
    #expect(samples["http_unfinished_bytes"] == 7)
    #expect(samples["http_access_log_dropped_lines_total"] == 4)
    #expect(samples[#"http_requests_total{method="GET",route="/a",status="200"}"#] == 3)
    #expect(samples[#"http_requests_total{method="GET",route="none",status="200"}"#] == 2)
    #expect(samples[#"http_request_duration_seconds_sum{route="/a"}"#] == 0.0002)
    #expect(samples[#"http_request_duration_seconds_bucket{le="10",route="none"}"#] == 0)
    #expect(samples[#"http_request_duration_seconds_count{route="none"}"#] == 2)
    #expect(samples["http_event_loop_turn_seconds_count"] == 2)
    #expect(samples[#"http_timeouts_total{kind="idle"}"#] == 2)
  }
}
