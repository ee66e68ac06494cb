package import Backstack
import BackstackCasePaths
import BackstackCoding

/// The coding of states and actions as JSON: the only code that knows the coder.
package enum WireCoding {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    try JSONStreamEncoder.encode(value)
  }

  /// Decodes JSON that the service has encoded itself.
  ///
  /// - Parameter shared: Learns which values are shared; `nil` if none are.
  /// - Throws: ``SessionError`` when the JSON does not fit `Value`, as after a change of the feature.
  static func decode<Value: Decodable>(
    _ type: Value.Type, fromSaved bytes: some Collection<UInt8>,
    sharing shared: SharedDecoding? = nil
  ) throws(SessionError) -> Value {
    func userInfo() -> [CodingUserInfoKey: Any] {
      var info: [CodingUserInfoKey: Any] = [
        .decodingRecord: DecodingRecord(), .decodesServerOnlyCases: true,
      ]
      if let shared { info[.sharedDecoding] = shared }
      return info
    }
    do {
      return try JSONStreamDecoder.decode(type, from: bytes, userInfo: userInfo())
    } catch {
      guard let (path, reason) = (error as? DecodingError)?.context else {
        throw .unreadable("its state does not fit the feature. \(error)")
      }
      let pointer = JSONPointer(path).text
      throw .unreadable(
        "its state does not fit the feature\(pointer.isEmpty ? "" : " at \(pointer)"). \(reason)")
    }
  }

  /// Decodes JSON that a client sent.
  ///
  /// - Parameter record: Records what the value contains that its sender chose.
  /// - Throws: ``SessionError`` for text that is not JSON, for JSON beyond the limits, and for JSON that
  ///   does not fit `Value`.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], within input: ClientInput,
    in record: DecodingRecord = DecodingRecord()
  ) throws(SessionError) -> Value {
    if !input.takesPushes { record.refusePushes() }
    do {
      return try JSONStreamDecoder.decode(
        type, from: bytes, userInfo: record.userInfo, limits: input.limits)
    } catch let error as JSONSyntaxError {
      throw .malformedJSON(error)
    } catch {
      throw .invalidValue(error)
    }
  }
}
