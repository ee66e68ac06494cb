/// Looks for bytes that break an invariant of the parser, of what is read out of a request, or of a
/// connection. Compiled together with these and what the tests know of them, by `Tests/Fuzz/run`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzParser(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Sound: libFuzzer lends `count` readable bytes for the time of this call.
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  for limits in [HTTPLimits(), narrowLimits] {
    if let violation = ParserInvariants.violation(bytes, limits: limits, seed: count) {
      fatalError(violation)
    }
  }
  if let violation = ConnectionInvariants.violation(bytes, seed: count) { fatalError(violation) }
  return 0
}

/// Limits that short inputs reach.
private let narrowLimits: HTTPLimits = {
  var limits = HTTPLimits()
  limits.emptyLines = 1
  limits.requestLineBytes = 40
  limits.targetBytes = 20
  limits.fieldLineBytes = 30
  limits.fieldSectionBytes = 80
  limits.fieldCount = 3
  limits.bodyBytes = 12
  limits.chunkExtensionBytes = 8
  limits.trailerSectionBytes = 16
  limits.trailerCount = 2
  return limits
}()
