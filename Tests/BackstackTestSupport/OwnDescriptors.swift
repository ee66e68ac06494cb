import Glibc

// The functions that make a descriptor which no other process inherits. Glibc's module hides them; with
// a second call, a process that another thread starts between the two would inherit the descriptor.
@_silgen_name("pipe2")
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32
@_silgen_name("accept4")
private func systemAccept(
  _ listener: Int32, _ address: UnsafeMutableRawPointer?, _ length: UnsafeMutableRawPointer?,
  _ flags: Int32
) -> Int32

/// Returns the two ends of a new pipe, or `nil` if the system has none.
package func makePipe() -> (reading: Int32, writing: Int32)? {
  var ends: [Int32] = [-1, -1]
  return systemPipe(&ends, O_CLOEXEC) == 0 ? (ends[0], ends[1]) : nil
}

/// Waits for a connection, and returns its descriptor; -1 once the listener is shut down.
package func acceptConnection(_ listener: Int32) -> Int32 {
  systemAccept(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
}
