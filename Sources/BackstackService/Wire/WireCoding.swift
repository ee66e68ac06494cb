import Backstack
import BackstackJSON

/// States and actions as JSON: the one place that knows which coder does it.
enum WireCoding {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    try JSONStreamEncoder.encode(value)
  }

  /// Decodes what a client sent.
  ///
  /// - Throws: ``Problem``: 400 for what is not JSON, 413 and 422 for what is beyond the limits, 422
  ///   for JSON that is no `Value`.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Collection<UInt8>, within input: ClientInput
  ) throws(Problem) -> Value {
    do {
      return try JSONStreamDecoder.decode(
        type, from: bytes,
        userInfo: [
          .stackElementIDClaims: StackElementIDClaims(), .refusesPushes: !input.takesPushes,
        ], limits: input.limits)
    } catch let error as JSONSyntaxError {
      throw .malformedJSON(error)
    } catch {
      throw .invalidValue(error)
    }
  }
}
