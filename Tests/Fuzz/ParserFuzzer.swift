/// Looks for bytes that break an invariant of the parser, of what is read out of a request, or of a
/// connection. Compiled together with these and what the tests know of them, by `Tests/Fuzz/run`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Sound: libFuzzer lends `count` readable bytes for the time of this call.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let violation =
    ParserInvariants.violation(bytes, seed: count)
    ?? ConnectionInvariants.violation(bytes, seed: count)
  if let violation { fatalError(violation) }
  return 0
}
