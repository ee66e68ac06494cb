import BackstackTestSupport
import Dispatch
import Glibc
import Testing

@testable import BackstackHTTP

@Suite("Shutdown of a server")
struct ShutdownTests {
  @Test("Idle connections close, the request in flight ends, and no new one is accepted")
  func drains() throws {
    let handler = ServerTests.DeferringHandler()
    let (server, port) = try ServerTests.start(handler)
    let idle = TestClient(port: port)
    let busy = TestClient(port: port)
    busy.send(get("/"))
    handler.arrived.wait()
    server.beginDraining()
    #expect(idle.receiveAll().isEmpty)
    handler.responders.value[0].respond(HTTPResponse(body: .text("<last>")))
    handler.responders.set([])
    let answer = busy.receiveAll()
    #expect(answer.contains("Connection: close\r\n") && answer.hasSuffix("<last>"))
    busy.endSending()
    #expect(server.shutdown(graceSeconds: Double(patience)))
    let late = TestClient(port: port)
    late.send(get("/"))
    #expect(late.receive() == nil)
  }

  @Test("The remaining connections close when the grace period ends")
  func stopsAfterGrace() throws {
    let handler = ServerTests.DeferringHandler()
    let (server, port) = try ServerTests.start(handler)
    let client = TestClient(port: port)
    client.send(get("/"))
    handler.arrived.wait()
    #expect(!server.shutdown(graceSeconds: 0))
    #expect(client.receive() == nil)
    // A response after the end is discarded without harm.
    handler.responders.value[0].respond(HTTPResponse())
    handler.responders.set([])
  }

  @Test("A server without connections stops at once, and can be shut down again")
  func stopsUnused() throws {
    let (server, _) = try ServerTests.start()
    #expect(server.shutdown(graceSeconds: Double(patience)))
    #expect(server.shutdown(graceSeconds: Double(patience)))
    #expect(throws: HTTPServerError.self) { try server.start() }
    server.waitUntilStopped()
  }

  /// The number of descriptors of `/dev/null`, such as the one that a server keeps in reserve.
  private static var nullDescriptorCount: Int {
    (0..<1024 as Range<Int32>).count { descriptor in
      var name = [CChar](repeating: 0, count: 16)
      let count = readlink("/proc/self/fd/\(descriptor)", &name, name.count)
      return name.prefix(max(0, count)).elementsEqual("/dev/null".utf8CString.dropLast())
    }
  }

  // In a separate process, because the servers of other tests have such descriptors, too.
  @Test("Shutting down closes the descriptor that the server keeps in reserve")
  func reserve() async {
    await #expect(processExitsWith: .success) {
      let before = Self.nullDescriptorCount
      let (server, _) = try ServerTests.start()
      #expect(Self.nullDescriptorCount == before + 1)
      #expect(server.shutdown(graceSeconds: Double(patience)))
      #expect(Self.nullDescriptorCount == before)
    }
  }

  @Test("The server's threads block all signals but those of faults")
  func signalMask() throws {
    let handler = HTTPClosureHandler { _ in
      var signals = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &signals)
      let asked = [SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGABRT]
      let blocked = asked.filter { sigismember(&signals, $0) == 1 }
      return HTTPResponse(body: .text("<\(blocked)>"))
    }
    var configuration = HTTPServerConfiguration.underTest()
    configuration.addresses = [.ip("127.0.0.1", port: 0)]
    configuration.loops = 1
    let server = HTTPServer(configuration: configuration, handler: handler)
    // A thread inherits the blocked signals of the thread that starts it.
    onSmallThread(kilobytes: 256) {
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      try? server.start()
    }
    let client = TestClient(port: try #require(server.localPort))
    client.send(get("/"))
    #expect(client.receive(until: ">").hasSuffix("<\([SIGTERM, SIGINT, SIGHUP])>"))
    #expect(server.shutdown(graceSeconds: Double(patience)))
  }

  /// Handles the signal, so that it is harmless before and after the server listens for it.
  private static let guardian = SignalSource(signals: [SIGUSR1]) { _ in }

  // In a separate process, because signals are for the whole process.
  @Test("A server handles signals that arrived before it listened for them")
  func earlySignals() async {
    await #expect(processExitsWith: .success) {
      let signals = HTTPStopSignals([SIGUSR1])
      #expect(!signals.haveArrived)
      kill(getpid(), SIGUSR1)
      signals.waitForFirst()
      let calls = Box<[String]>([])
      signals.whenFirst { calls.set(calls.value + ["first"]) }
      #expect(signals.haveArrived)
      #expect(calls.value == ["first"])
      let second = DispatchSemaphore(value: 0)
      signals.whenRepeated { second.signal() }
      kill(getpid(), SIGUSR1)
      second.wait()
      signals.whenRepeated { calls.set(calls.value + ["repeated"]) }
      #expect(calls.value == ["first", "repeated"])
    }
  }

  @Test("A signal begins the shutdown, and a second signal ends the grace period")
  func followsSignals() throws {
    _ = Self.guardian
    let handler = ServerTests.DeferringHandler()
    let (server, port) = try ServerTests.start(handler)
    let client = TestClient(port: port)
    client.send(get("/"))
    handler.arrived.wait()
    let draining = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    let isDrained = Box<Bool?>(nil)
    let signals = HTTPStopSignals([SIGUSR1])
    // Sent before `runUntilSignal` waits for it: it is not lost.
    kill(getpid(), SIGUSR1)
    DispatchQueue(label: "main").async {
      isDrained.set(
        server.runUntilSignal(graceSeconds: 1000, signals: signals) { draining.signal() })
      ended.signal()
    }
    draining.wait()
    kill(getpid(), SIGUSR1)
    ended.wait()
    #expect(isDrained.value == false)
    #expect(client.receive() == nil)
    handler.responders.set([])
  }
}
