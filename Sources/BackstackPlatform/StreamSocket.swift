import BackstackLinux

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls on stream sockets, which are named by their descriptors.
package enum StreamSocket {
  /// The outcome of reading or writing.
  package enum Transfer: Sendable, Equatable {
    /// The number of bytes; 0 when a reader reaches the end.
    case bytes(Int)
    /// Nothing was transferred, but may be later.
    case wouldBlock
    /// The connection is broken.
    case failed
  }

  /// The outcome of accepting a connection.
  package enum Accepted: Sendable {
    case connection(descriptor: Int32, peer: SocketAddress.Endpoint)
    case noneWaiting
    /// The process or the system has too few descriptors or too little memory.
    case exhausted
    /// The client left before it was accepted, or a signal came.
    case failed
  }

  // MARK: Connections

  /// Reads what has arrived, at most as many bytes as there is room for; does not wait.
  package static func receive(
    _ descriptor: Int32, into buffer: UnsafeMutableBufferPointer<UInt8>, upTo limit: Int
  ) -> Transfer {
    let count = recv(descriptor, buffer.baseAddress, min(limit, buffer.count), 0)
    if count >= 0 { return .bytes(count) }
    return errno == EAGAIN || errno == EINTR ? .wouldBlock : .failed
  }

  /// Waits until this many bytes have arrived, or the connection has ended or timed out.
  ///
  /// - Returns: The bytes that have arrived.
  package static func receive(_ descriptor: Int32, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, received in
      // Sound: as many bytes are initialized as were received.
      received = max(0, recv(descriptor, buffer.baseAddress, count, Int32(MSG_WAITALL)))
    }
  }

  /// Writes as many bytes as the system takes; does not wait.
  ///
  /// - Parameter hasMore: Whether more bytes follow at once, so that the system need not send an
  ///   incomplete packet.
  package static func send(
    _ descriptor: Int32, _ bytes: UnsafeBufferPointer<UInt8>, upTo limit: Int, hasMore: Bool
  ) -> Transfer {
    while true {
      let count = backstack_send(
        descriptor, bytes.baseAddress, UInt(min(limit, bytes.count)), hasMore ? 1 : 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .failed }
      switch errno {
      case EINTR: continue
      case EAGAIN, ENOBUFS, ENOMEM: return .wouldBlock
      default: return .failed
      }
    }
  }

  /// Sends each write at once (`TCP_NODELAY`).
  package static func sendAtOnce(_ descriptor: Int32) {
    set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
  }

  /// Limits the bytes that the system holds and has not sent yet.
  package static func limitUnsent(_ descriptor: Int32, to count: Int) {
    _ = backstack_limit_unsent(descriptor, Int32(count))
  }

  /// Tells the peer that nothing more will be sent.
  package static func shutDownWriting(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Wakes the threads that wait to read or to accept: they learn that nothing more will come.
  package static func shutDownReading(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RD))
  }

  /// Connects a new blocking socket to an address.
  ///
  /// - Parameter timeoutSeconds: How long connecting, and each read or write, may take.
  /// - Returns: The descriptor, which the caller must close.
  /// - Throws: `SystemError` if no server listens there, or no descriptor is left.
  package static func connect(
    to address: SocketAddress, timeoutSeconds: Int
  ) throws(SystemError) -> Int32 {
    let descriptor = backstack_blocking_stream_socket(address.family)
    guard descriptor >= 0 else { throw .last }
    var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(
        descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
    if address.withPointer({ systemConnect(descriptor, $0, $1) }) == 0 { return descriptor }
    let error = SystemError.last
    close(descriptor)
    throw error
  }

  /// Begins to connect a new socket that does not block.
  ///
  /// - Parameter silenceSeconds: The time after which the connection, or the attempt to open it, counts
  ///   as broken if the other side does not confirm what it was sent.
  /// - Returns: The descriptor, which the caller must close, and whether it is connected already.
  ///   Otherwise it becomes writable when it is, or can't be: see ``isConnected(_:)``.
  /// - Throws: `SystemError` if the connection is refused at once, or no descriptor is left.
  package static func beginConnecting(
    to address: SocketAddress, silenceSeconds: Int32
  ) throws(SystemError) -> (descriptor: Int32, isConnected: Bool) {
    let descriptor = try make(for: address)
    endSilence(descriptor, afterSeconds: silenceSeconds)
    if address.withPointer({ systemConnect(descriptor, $0, $1) }) == 0 { return (descriptor, true) }
    let error = SystemError.last
    if error.number == EINPROGRESS { return (descriptor, false) }
    close(descriptor)
    throw error
  }

  /// Returns whether a socket that has become writable is connected.
  package static func isConnected(_ descriptor: Int32) -> Bool {
    var error: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0
  }

  /// Creates two blocking sockets that are connected with each other.
  ///
  /// - Returns: The descriptors, which the caller must close.
  /// - Throws: `SystemError` when the process can't open other descriptors.
  package static func pair() throws(SystemError) -> (Int32, Int32) {
    var descriptors: [Int32] = [0, 0]
    guard backstack_socket_pair(&descriptors) == 0 else { throw .last }
    return (descriptors[0], descriptors[1])
  }

  // MARK: Listening

  /// Creates a socket that does not block.
  ///
  /// - Throws: `SystemError` when the process can't open another descriptor, or the system does not
  ///   speak the address's protocol.
  package static func make(for address: SocketAddress) throws(SystemError) -> Int32 {
    let descriptor = backstack_stream_socket(address.family)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Binds a new socket of an IP address, and listens.
  ///
  /// - Parameters:
  ///   - backlog: The maximum number of connections that wait in the kernel to be accepted.
  ///   - reusesPort: Whether other processes of the same user may listen on the port, too.
  ///   - isDualStack: Whether an IPv6 wildcard accepts IPv4 clients.
  /// - Throws: `SystemError` if the address is in use or not permitted.
  package static func listen(
    _ descriptor: Int32, on address: SocketAddress, backlog: Int32, reusesPort: Bool,
    isDualStack: Bool
  ) throws(SystemError) {
    if address.family == AF_INET6 {
      set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, to: isDualStack ? 0 : 1)
    }
    // Allows a restart while old connections linger; two listeners on one port stay refused.
    set(descriptor, SOL_SOCKET, SO_REUSEADDR, to: 1)
    if reusesPort { set(descriptor, SOL_SOCKET, SO_REUSEPORT, to: 1) }
    try bind(descriptor, to: address)
    try listen(descriptor, backlog: backlog)
  }

  /// Binds a new socket to a path, and listens. A socket file that no server serves any more is
  /// replaced.
  ///
  /// - Parameters:
  ///   - path: The path that `address` names.
  ///   - mode: The permissions of the file; if `nil`, the umask decides.
  /// - Throws: `SystemError` if the path is in use or not permitted.
  package static func listen(
    _ descriptor: Int32, on address: SocketAddress, path: String, mode: UInt32?, backlog: Int32
  ) throws(SystemError) {
    // The file gets the mode of the socket, less the umask: never more permissions than requested.
    if let mode { fchmod(descriptor, mode_t(mode)) }
    do throws(SystemError) {
      try bind(descriptor, to: address)
    } catch {
      guard error == .addressInUse, UnixSocketFile.removeStale(address, path: path) else {
        throw error
      }
      try bind(descriptor, to: address)
    }
    do throws(SystemError) {
      if let mode, chmod(path, mode_t(mode)) != 0 { throw .last }
      try listen(descriptor, backlog: backlog)
    } catch {
      unlink(path)
      throw error
    }
  }

  private static func bind(_ descriptor: Int32, to address: SocketAddress) throws(SystemError) {
    guard address.withPointer({ systemBind(descriptor, $0, $1) }) == 0 else { throw .last }
  }

  private static func listen(_ descriptor: Int32, backlog: Int32) throws(SystemError) {
    guard systemListen(descriptor, backlog) == 0 else { throw .last }
  }

  /// Accepts a connection, whose socket does not block; does not wait.
  package static func accept(_ listener: Int32) -> Accepted {
    var descriptor: Int32 = -1
    let peer = SocketAddress.endpoint { descriptor = backstack_accept(listener, $0, &$1) }
    if descriptor >= 0 { return .connection(descriptor: descriptor, peer: peer) }
    switch errno {
    case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
    case EAGAIN: return .noneWaiting
    default: return .failed
    }
  }

  /// Returns the address that a socket is bound to.
  package static func boundAddress(_ descriptor: Int32) -> SocketAddress.Endpoint {
    SocketAddress.endpoint { _ = getsockname(descriptor, $0, &$1) }
  }

  /// Returns whether a descriptor is a stream socket that listens.
  package static func isListening(_ descriptor: Int32) -> Bool {
    backstack_is_listening(descriptor) == 1
  }

  /// Returns the path that a Unix domain socket is bound to, or `@` and its name in the abstract
  /// namespace (unix(7)); `nil` for other sockets, and for one without a name.
  package static func boundPath(_ descriptor: Int32) -> String? {
    SocketAddress.localPath { getsockname(descriptor, $0, &$1) == 0 }
  }

  /// Makes the system break a connection whose other side confirms nothing for some time. One that
  /// is idle is asked for a sign of life as often.
  private static func endSilence(_ descriptor: Int32, afterSeconds seconds: Int32) {
    #if os(Linux)
      set(descriptor, SOL_SOCKET, SO_KEEPALIVE, to: 1)
      set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, to: seconds)
      set(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, to: 1)
      set(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, to: seconds * 1000)
    #endif
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, to value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}

// Inside the type, its own functions hide those of the system.
private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { connect(descriptor, address, length) }

private func systemBind(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { bind(descriptor, address, length) }

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}
