import Backstack
import BackstackCasePaths
import BackstackJSON

/// States and actions as JSON: the one place that knows which coder does it.
enum WireCoding {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    try JSONStreamEncoder.encode(value)
  }

  /// Decodes what the service has encoded itself.
  ///
  /// - Throws: ``Problem`` when it is no `Value`, as after a change of the feature.
  static func decode<Value: Decodable>(
    _ type: Value.Type, fromSaved bytes: some Collection<UInt8>
  ) throws(Problem) -> Value {
    do {
      return try JSONStreamDecoder.decode(
        type, from: bytes,
        userInfo: [
          .stackElementIDClaims: StackElementIDClaims(), .decodesServerOnlyCases: true,
        ])
    } catch {
      throw .unreadableSession("its state does not fit the feature. \(error)")
    }
  }

  /// Decodes what a client sent.
  ///
  /// - Parameter claims: Gets what is noted on the way.
  /// - Throws: ``Problem``: 400 for what is not JSON, 413 and 422 for what is beyond the limits, 422
  ///   for JSON that is no `Value`.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], within input: ClientInput,
    noting claims: StackElementIDClaims = StackElementIDClaims()
  ) throws(Problem) -> Value {
    do {
      return try JSONStreamDecoder.decode(
        type, from: bytes,
        userInfo: [
          .stackElementIDClaims: claims, .refusesPushes: !input.takesPushes,
        ], limits: input.limits)
    } catch let error as JSONSyntaxError {
      throw .malformedJSON(error)
    } catch {
      throw .invalidValue(error)
    }
  }
}
