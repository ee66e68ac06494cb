import BackstackLinux

/// The system calls on datagram sockets.
package enum DatagramSocket {
  /// Sends one datagram to a Unix domain socket.
  ///
  /// - Parameter timeoutMilliseconds: How long to wait while the receiver's queue is full.
  /// - Throws: `SystemError` if nobody receives there, or the queue stays full.
  package static func send(
    _ bytes: [UInt8], to address: SocketAddress, timeoutMilliseconds: Int
  ) throws(SystemError) {
    let result = bytes.withUnsafeBytes { bytes in
      address.withPointer { pointer, length in
        backstack_send_datagram(
          pointer, length, bytes.baseAddress, UInt(bytes.count), Int32(timeoutMilliseconds))
      }
    }
    guard result == 0 else { throw .last }
  }
}
