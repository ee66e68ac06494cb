import Glibc

extension HTTPListenAddress {
  /// Connects to a server that listens here, for health checks.
  ///
  /// - Parameter timeoutSeconds: How long connecting, and each read or write, may take.
  /// - Returns: A blocking socket, which the caller must close; `nil` if no server listens.
  package func connect(timeoutSeconds: Int) -> Int32? {
    let name: SocketName? =
      switch kind {
      case .ip(let host, let port):
        UInt16(exactly: port).flatMap { SocketName(host: host, port: $0) }
      case .unix(let path, _): SocketName(path: path)
      }
    let descriptor = name?.connect(timeoutSeconds: timeoutSeconds) ?? -1
    return descriptor >= 0 ? descriptor : nil
  }
}
