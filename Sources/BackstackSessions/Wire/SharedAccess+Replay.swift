package import Backstack
import BackstackCoding
import BackstackDependencies

/// Changes of shared values that no action makes, in a form that a replay can repeat: JSON Patches
/// (RFC 6902) by the pointers to the values in a snapshot, `/state/…` or `/shared/…`.
extension SharedAccess {
  /// Returns the differences between values as they were and as they are.
  ///
  /// A value that neither the state shows nor a key names makes no difference.
  ///
  /// - Parameter before: The values as they were when the state was encoded.
  /// - Returns: `nil` for more places than are kept.
  func patches(since before: [SharedValue]) -> [String: String]? {
    guard let present else { return [:] }
    let places = present.places as? SharedPlaces
    var patches: [String: String] = [:]
    for value in before {
      let shown = places?.places(of: value.box) ?? []
      guard patches.count + shown.count <= MadeValues.maximumCount else { return nil }
      for place in shown {
        // A part that the value has lost shows what it was.
        guard let now = place.origin.reference?.json else { continue }
        let then =
          place.origin.steps.isEmpty
          ? value.json : SharedView(before).read { place.origin.reference?.json }
        guard let then else { continue }
        patches["/state" + place.pointer] = Self.text(
          JSONPatch.make(fromWritten: then, to: now, at: ""))
      }
      if shown.isEmpty, let key = present.key(of: value.box), let now = value.box.json {
        patches["/shared/" + key] = Self.text(JSONPatch.replacing("", with: now))
      }
    }
    return patches
  }

  private static func text(_ json: [UInt8]) -> String { String(decoding: json, as: UTF8.self) }

  /// Makes changes again, in a state that is encoded.
  package func apply(_ patches: [String: String]) {
    let places = values.places as? SharedPlaces
    for (pointer, patch) in patches.sorted(by: { $0.key < $1.key }) {
      guard let patch = try? JSONLiteral(decoding: Array(patch.utf8)) else { continue }
      if pointer.hasPrefix("/shared/") {
        guard let value = JSONLiteral.null.applying(patch) else { continue }
        values.set(String(pointer.dropFirst("/shared/".count)), toJSON: Array(value.json.utf8))
      } else if let reference = places?.origin(at: String(pointer.dropFirst("/state".count)))?
        .reference, let json = reference.json,
        let value = try? JSONLiteral(decoding: json).applying(patch)
      {
        reference.set(toJSON: Array(value.json.utf8))
      }
    }
  }
}
