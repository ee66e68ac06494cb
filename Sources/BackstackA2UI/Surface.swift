import BackstackCoding
import BackstackScreenText

/// A level of a screen as a surface of A2UI.
struct Surface: Sendable, Hashable {
  /// The id of the session and that of the level: surfaces of all sessions have different ids.
  let id: String
  /// The components; the first one has the id `root`.
  let components: [JSONLiteral]
  /// The values of the fields by the names that the components use: an object.
  let values: JSONLiteral

  /// Returns the messages that lead from the surfaces that a renderer has to others.
  static func messages(
    from old: [Surface], to new: [Surface], in version: A2UIVersion
  ) -> [JSONLiteral] {
    var messages: [JSONLiteral] = []
    var kept: [Surface] = []
    for surface in old.reversed() {
      // A component can't be removed, and one that nothing refers to is a mistake.
      if let next = new.first(where: { $0.id == surface.id }), next.hasAll(of: surface) {
        kept.append(surface)
      } else {
        messages.append(deletion(of: surface.id, in: version))
      }
    }
    for surface in new {
      if let known = kept.first(where: { $0.id == surface.id }) {
        messages += surface.changes(since: known, in: version)
      } else {
        messages += surface.creation(in: version)
      }
    }
    return messages
  }

  /// Returns the message that deletes a surface.
  static func deletion(of id: String, in version: A2UIVersion) -> JSONLiteral {
    version.message("deleteSurface", ["surfaceId": .string(id)])
  }

  private func hasAll(of other: Surface) -> Bool {
    let ids = Set(components.compactMap { $0["id"]?.text })
    return other.components.allSatisfy { $0["id"]?.text.map(ids.contains) == true }
  }

  private func creation(in version: A2UIVersion) -> [JSONLiteral] {
    let name = JSONLiteral.string(id)
    var creation: JSONLiteral = ["surfaceId": name, "catalogId": version.catalog]
    let data: JSONLiteral = ["values": values]
    switch version {
    case .candidate:
      creation["components"] = .array(components)
      creation["dataModel"] = data
      return [version.message("createSurface", creation)]
    case .stable:
      return [
        version.message("createSurface", creation),
        version.message(
          "updateComponents", ["surfaceId": name, "components": .array(components)]),
        version.message("updateDataModel", ["surfaceId": name, "path": "/", "value": data]),
      ]
    }
  }

  /// Returns the messages for what has changed: only values that have, as a person may be typing others.
  private func changes(since old: Surface, in version: A2UIVersion) -> [JSONLiteral] {
    let name = JSONLiteral.string(id)
    var messages: [JSONLiteral] = []
    let known = Set(old.components)
    let changed = components.filter { !known.contains($0) }
    if !changed.isEmpty {
      messages.append(
        version.message("updateComponents", ["surfaceId": name, "components": .array(changed)]))
    }
    func byName(_ values: JSONLiteral) -> [String: JSONLiteral] {
      Dictionary(values.members.map { ($0.name, $0.value) }) { _, last in last }
    }
    let (before, now) = (byName(old.values), byName(values))
    for member in values.members where before[member.name] != member.value {
      messages.append(
        version.message(
          "updateDataModel",
          [
            "surfaceId": name, "path": .string(Self.path(of: member.name)), "value": member.value,
          ]))
    }
    for member in old.values.members where now[member.name] == nil {
      var removal: JSONLiteral = ["surfaceId": name, "path": .string(Self.path(of: member.name))]
      if version == .candidate { removal["value"] = .null }
      messages.append(version.message("updateDataModel", removal))
    }
    return messages
  }

  /// Returns where the data model has the value of a field (RFC 6901).
  static func path(of field: String) -> String {
    "/values/" + field.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

/// The levels of a session's screen, and the surfaces that show them.
struct Surfaces: Sendable {
  let version: Int
  let levels: [Level]
  private let session: String

  /// Reads the document of a session with its screen.
  ///
  /// - Returns: `nil` for anything else.
  init?(_ document: [UInt8]) {
    guard let json = try? JSONNode(decoding: document), let session = json["id"]?.text,
      let levels = json["screen"]?.elements(of: "levels"), !levels.isEmpty
    else { return nil }
    self.session = session
    self.levels = levels.map { Level(json: $0) }
    self.version = json["version"].flatMap { Int($0.json) } ?? 0
  }

  /// The ids of the surfaces.
  var ids: [String] { levels.map(id) }

  private func id(of level: Level) -> String { "\(session)/\(level.id)" }

  /// Returns the surfaces.
  func all(in version: A2UIVersion) -> [Surface] {
    var bindings = Self.maximumBindings
    // A person uses the top-most ones first.
    let surfaces = levels.reversed().map { level in
      var writer = SurfaceWriter(level, in: version, atMost: bindings)
      defer { bindings = writer.bindingsLeft }
      return writer.surface(named: id(of: level))
    }
    return surfaces.reversed()
  }

  /// The maximum number of fields in all buttons of a screen that send them.
  private static let maximumBindings = 10_000

  /// Returns the actions that close the levels above a surface, the top-most one first: they would cover what a
  /// press on the surface presents.
  func closing(above surface: String) -> [JSONLiteral] {
    guard let index = ids.firstIndex(of: surface) else { return [] }
    let above = levels[(index + 1)...]
    let ids = Set(above.map(\.id))
    // A level closes those that it presents.
    return above.reversed().filter { level in
      level.json["below"]?.text.map(ids.contains) != true
    }.compactMap { $0.leave?.literal }
      // A proposal is left by no action: the next one takes it away.
      .filter { $0 != [] }
  }

  /// Returns the level that a surface shows; `nil` if it is gone.
  func level(of surface: String) -> Level? { levels.first { id(of: $0) == surface } }
}
