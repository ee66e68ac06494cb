import Backstack
import BackstackCoding

extension [Issue] {
  /// The member `issues` of an answer; empty if there are none.
  package var member: [UInt8] {
    if isEmpty { return [] }
    var json = JSONWriter()
    json.key("issues")
    json.beginArray()
    for issue in self {
      json.beginObject()
      json.member("message", issue.message)
      json.member("location", issue.location.description)
      json.endObject()
    }
    json.endArray()
    return json.bytes
  }
}
