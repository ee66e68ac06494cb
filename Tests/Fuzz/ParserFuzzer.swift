/// Looks for bytes that break an invariant of the parsers, of a parsed request, or of a connection of
/// a server or a client, or of a WebSocket.
/// `Tests/Fuzz/run.sh` compiles it together with the sources of these and the invariants of the tests.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Sound: libFuzzer passes `count` bytes that are readable during this call.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let violation =
    ParserInvariants.violation(bytes, seed: count)
    ?? ConnectionInvariants.violation(bytes, seed: count)
    ?? ResponseInvariants.violation(bytes, seed: count)
    ?? SocketInvariants.violation(bytes, seed: count)
  if let violation { fatalError(violation) }
  return 0
}
