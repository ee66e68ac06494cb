import Backstack
package import BackstackCoding

extension [Issue] {
  /// Writes the member `issues` of a response.
  package func write(to json: inout JSONWriter) {
    json.key("issues")
    json.beginArray()
    for issue in self {
      json.beginObject()
      json.member("message", issue.message)
      json.member("location", issue.location.description)
      json.endObject()
    }
    json.endArray()
  }
}
