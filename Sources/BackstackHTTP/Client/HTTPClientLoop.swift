import BackstackPlatform

/// The thread of a client: it opens connections, and moves bytes between them and their values.
final class HTTPClientLoop {
  /// A connection with its socket.
  private struct Link {
    let address: HTTPServerAddress
    let descriptor: Int32
    var connection: HTTPClientConnection
    var isConnected: Bool
    var exchange: UInt64?
    var output: [UInt8] = []
    var written = 0
    /// Whether nothing is read until the reader of the content has room.
    var isPaused = false
    var events: PollerEvents = []
  }

  private struct Deadline: HeapElement {
    let instant: MonotonicInstant
    let number: UInt64

    func isBefore(_ other: Self) -> Bool { instant < other.instant }
  }

  private static let readSize = 64 * 1024
  /// The time between two searches for connections that have been idle for too long.
  private static let sweepInterval = Duration.seconds(1)

  private let configuration: HTTPClient.Configuration
  private let mailbox: HTTPClientMailbox
  private let poller: any Poller
  private var pool: HTTPClientPool
  private var links: [UInt64: Link] = [:]
  private var exchanges: [UInt64: HTTPClientExchange] = [:]
  /// When exchanges have to be complete, or at least have a head; also of some that are.
  private var deadlines = Heap<Deadline>()
  private var lastSweep: MonotonicInstant
  private var isStopping = false
  // Sound: allocated and freed by this object, which one thread uses.
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: readSize)

  init(
    _ configuration: HTTPClient.Configuration, _ mailbox: HTTPClientMailbox
  ) throws(SystemError) {
    self.configuration = configuration
    self.mailbox = mailbox
    lastSweep = configuration.now()
    poller = try PollerKind.systemDefault.makePoller()
    pool = HTTPClientPool(
      maximumConnections: configuration.maximumConnections,
      maximumWaiting: configuration.maximumWaiting,
      idleTime: configuration.idleTime)
    // The numbers of connections begin with 1.
    guard poller.add(mailbox.wakeDescriptor, .readable, token: 0) else { throw .last }
  }

  deinit { buffer.deallocate() }

  func run() {
    while !isStopping {
      let ready = Array(poller.wait(milliseconds: pause))
      for event in ready {
        if event.token == 0 { takeMessages() } else { handle(event) }
      }
      expire()
    }
    for exchange in Array(exchanges.values) {
      let isSent = exchange.connection != nil
      fail(exchange.number, HTTPClientFailure("The client has stopped.", isSent: isSent))
    }
    for number in Array(links.keys) { close(number) }
    mailbox.close()
  }

  /// The time until the next deadline, or until idle connections are looked at.
  private var pause: Int32 {
    if exchanges.isEmpty, links.isEmpty { return -1 }
    let now = configuration.now()
    let next = min(
      deadlines.first?.instant ?? .never, lastSweep.advanced(by: Self.sweepInterval))
    let left = max(0, next.nanoseconds - now.nanoseconds) / 1_000_000 + 1
    return Int32(clamping: left)
  }

  private func takeMessages() {
    for message in mailbox.take() {
      switch message {
      case .send(let exchange):
        exchanges[exchange.number] = HTTPClientExchange(exchange)
        deadlines.insert(Deadline(instant: exchange.deadline, number: exchange.number))
        if !isStopping { start(exchange.number) }
      case .abandon(let number): abandon(number)
      case .abandonGroup(let group):
        for exchange in exchanges.values where exchange.group == group { abandon(exchange.number) }
      case .resume(let number):
        guard let link = exchanges[number]?.connection else { break }
        links[link]?.isPaused = false
        watch(link)
      case .tick: break
      case .stop: isStopping = true
      }
    }
  }

  // MARK: Requests

  private func start(_ number: UInt64) {
    guard let exchange = exchanges[number] else { return }
    switch pool.choose(for: number, to: exchange.address) {
    case .use(let link): send(exchange, over: link)
    case .open(let link):
      guard open(link, to: exchange.address, for: exchange) else {
        pool.noteClosed(link, to: exchange.address)
        fail(number, .unreachable)
        // They would wait for a connection to end, which there may not be.
        return startWaiting(for: exchange.address)
      }
      send(exchange, over: link)
    case .wait: break
    case .refuse:
      fail(number, HTTPClientFailure("Too many requests wait for the server.", isSent: false))
    }
  }

  private func send(_ exchange: HTTPClientExchange, over number: UInt64) {
    exchange.connection = number
    links[number]?.exchange = exchange.number
    handle(.send(exchange.request), of: number)
  }

  /// Ends an exchange whose response nobody waits for.
  private func abandon(
    _ number: UInt64, _ message: String = "The request was given up."
  ) {
    guard let exchange = exchanges[number] else { return }
    let link = exchange.connection
    fail(number, HTTPClientFailure(message, isSent: link != nil))
    if let link { handle(.abandoned, of: link) }
  }

  private func fail(_ number: UInt64, _ failure: HTTPClientFailure) {
    guard let exchange = exchanges.removeValue(forKey: number) else { return }
    if let link = exchange.connection { links[link]?.exchange = nil }
    exchange.fail(failure)
  }

  /// Gives up what has taken too long.
  private func expire() {
    let now = configuration.now()
    while let next = deadlines.first, next.instant <= now {
      _ = deadlines.popFirst()
      catchUp(next.number)
      guard let exchange = exchanges[next.number], !exchange.isStreaming else { continue }
      abandon(exchange.number, "The response did not come in time.")
    }
    guard now >= lastSweep.advanced(by: Self.sweepInterval) else { return }
    lastSweep = now
    for link in pool.outdated(at: now) { handle(.abandoned, of: link) }
  }

  /// Reads what has arrived for an overdue request: this thread may be late, not the server.
  private func catchUp(_ number: UInt64) {
    while let exchange = exchanges[number], !exchange.isStreaming, let link = exchange.connection,
      links[link]?.isConnected == true, read(link)
    {}
  }

  // MARK: Connections

  /// Opens a connection for an exchange, so that no other exchange takes the connection for idle.
  private func open(
    _ number: UInt64, to address: HTTPServerAddress, for exchange: HTTPClientExchange
  ) -> Bool {
    guard let port = UInt16(exactly: address.port),
      let socketAddress = SocketAddress(host: address.host, port: port),
      let (descriptor, isConnected) = try? StreamSocket.beginConnecting(
        to: socketAddress, silenceSeconds: configuration.silenceSeconds)
    else { return false }
    StreamSocket.sendAtOnce(descriptor)
    var limits = HTTPLimits()
    limits.bodyBytes = .max
    var link = Link(
      address: address, descriptor: descriptor,
      connection: HTTPClientConnection(host: address.description, limits: limits),
      isConnected: isConnected)
    link.events = isConnected ? .readable : .writable
    link.exchange = exchange.number
    guard poller.add(descriptor, link.events, token: number) else {
      FileDescriptor.close(descriptor)
      return false
    }
    links[number] = link
    if isConnected { handle(.connected, of: number) }
    return true
  }

  private func handle(_ event: PollerEvent) {
    guard let link = links[event.token] else { return }
    guard link.isConnected else {
      let isConnected = StreamSocket.isConnected(link.descriptor)
      links[event.token]?.isConnected = isConnected
      return handle(isConnected ? .connected : .broken, of: event.token)
    }
    if event.events.contains(.writable) { write(event.token) }
    // Also when the connection is broken: reading tells so, after what had arrived.
    if !event.events.isDisjoint(with: [.readable, .hangUp, .error, .readHangUp]) {
      read(event.token)
    }
  }

  /// - Returns: Whether there were bytes.
  @discardableResult
  private func read(_ number: UInt64) -> Bool {
    guard let link = links[number] else { return false }
    guard !link.isPaused else {
      // It would be reported again and again until the reader has room.
      links[number]?.events = []
      poller.remove(link.descriptor)
      return false
    }
    switch StreamSocket.receive(link.descriptor, into: buffer, upTo: Self.readSize) {
    case .bytes(0): handle(.ended, of: number)
    case .bytes(let count):
      // Sound: so many bytes of the buffer were just written.
      handle(.received(Array(buffer[..<count])), of: number)
      return true
    case .wouldBlock: break
    case .failed: handle(.broken, of: number)
    }
    return false
  }

  private func write(_ number: UInt64) {
    guard var link = links[number] else { return }
    var transfer = StreamSocket.Transfer.bytes(0)
    var written = link.written
    link.output.withUnsafeBufferPointer { output in
      while written < output.count {
        let rest = UnsafeBufferPointer(rebasing: output[written...])
        transfer = StreamSocket.send(link.descriptor, rest, upTo: rest.count, hasMore: false)
        guard case .bytes(let count) = transfer else { break }
        written += count
      }
    }
    link.written = written
    if link.written == link.output.count {
      link.output = []
      link.written = 0
    }
    links[number] = link
    if transfer == .failed { handle(.broken, of: number) } else { watch(number) }
  }

  /// Waits until the connection can read or write again.
  private func watch(_ number: UInt64) {
    guard let link = links[number], link.isConnected else { return }
    var events: PollerEvents = link.isPaused ? [] : .readable
    if !link.output.isEmpty { events.insert(.writable) }
    guard events != link.events else { return }
    // One that was broken while it was paused is no longer watched.
    let isWatched =
      poller.modify(link.descriptor, events, token: number)
      || poller.add(link.descriptor, events, token: number)
    links[number]?.events = events
    if !isWatched { handle(.broken, of: number) }
  }

  private func handle(_ event: HTTPClientConnection.Event, of number: UInt64) {
    guard let steps = links[number]?.connection.handle(event) else { return }
    for step in steps { perform(step, of: number) }
    // A response is complete: the connection carries the next request.
    guard let link = links[number], link.connection.isIdle, link.exchange == nil else { return }
    watch(number)
    pool.noteIdle(number, to: link.address, at: configuration.now())
    startWaiting(for: link.address)
  }

  private func perform(_ step: HTTPClientConnection.Step, of number: UInt64) {
    let exchange = links[number]?.exchange.flatMap { exchanges[$0] }
    switch step {
    case .write(let bytes):
      links[number]?.output += bytes
      write(number)
    case .head(let head):
      exchange?.receive(head, collectsUpTo: configuration.collectedBytes) { [mailbox] in
        let number = exchange?.number ?? 0
        return HTTPClientContent(
          resume: { mailbox.post(.resume(number)) }, abandon: { mailbox.post(.abandon(number)) })
      }
    case .content(let bytes):
      if exchange?.receive(bytes) == false {
        links[number]?.isPaused = true
        watch(number)
      }
    case .complete:
      guard let exchange else { break }
      exchanges[exchange.number] = nil
      links[number]?.exchange = nil
      links[number]?.isPaused = false
      exchange.finish()
    case .fail(let failure): if let exchange { fail(exchange.number, failure) }
    case .close: close(number)
    }
  }

  private func close(_ number: UInt64) {
    guard let link = links.removeValue(forKey: number) else { return }
    poller.remove(link.descriptor)
    FileDescriptor.close(link.descriptor)
    pool.noteClosed(number, to: link.address)
    if !isStopping { startWaiting(for: link.address) }
  }

  /// Starts requests that waited for a connection.
  private func startWaiting(for address: HTTPServerAddress) {
    while let next = pool.nextWaiting(for: address) {
      // It may have been given up since.
      if exchanges[next] != nil { return start(next) }
    }
  }
}
