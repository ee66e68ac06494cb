import BackstackCoding

/// What is stored beside a state: which of its places share a value, and the values that have a key.
package struct SharedRecord: Decodable, Sendable {
  /// The places that show one value, or one part of it.
  package struct Group: Codable, Sendable {
    /// The number of the value in its session.
    package let id: Int
    /// The key of the value; `nil` if it has none.
    package let key: String?
    /// The way from the value to the part; `nil` for the value itself.
    package let by: [SharedStep]?
    /// The places, as pointers (RFC 6901) into the state.
    package fileprivate(set) var at: [String]
  }

  /// The number of the next value, so that no number is used twice.
  package let next: Int
  package let groups: [Group]
  /// The values that have a key, as JSON.
  package let values: [String: String]?
}

/// The places of a state that share values, as they are collected.
package struct SharedGroups {
  private var groups: [SharedRecord.Group] = []
  private let keys: [ObjectIdentifier: String]
  /// The positions of groups by what they show.
  private var known: [GroupID: Int] = [:]

  private struct GroupID: Hashable {
    let id: Int
    let steps: [SharedStep]
  }

  /// - Parameter keys: The keys of the values that have one.
  package init(keys: [ObjectIdentifier: String]) { self.keys = keys }

  /// Adds a place that shows a value or a part of it.
  package mutating func add(_ pointer: String, number: Int, _ origin: SharedOrigin) {
    let id = GroupID(id: number, steps: origin.steps)
    if let index = known[id] { return groups[index].at.append(pointer) }
    known[id] = groups.count
    groups.append(
      SharedRecord.Group(
        id: number, key: keys[ObjectIdentifier(origin.root)],
        by: origin.steps.isEmpty ? nil : origin.steps, at: [pointer]))
  }

  /// Returns a ``SharedRecord`` as JSON; `nil` if there is nothing to store.
  package func record(of source: SharedSource) -> [UInt8]? {
    if groups.isEmpty, source.values.isEmpty { return nil }
    guard let groups = try? JSONStreamEncoder.encode(groups) else { return nil }
    var json = JSONWriter()
    json.beginObject()
    json.member("next", source.next)
    json.member("groups", json: groups)
    if !source.values.isEmpty {
      json.key("values")
      json.beginObject()
      for (key, value) in source.values.sorted(by: { $0.key < $1.key }) {
        json.member(key, String(decoding: value, as: UTF8.self))
      }
      json.endObject()
    }
    json.endObject()
    return json.bytes
  }
}

/// A step is stored as text: `.name`, `["id"]`, `#0` or `?`.
extension SharedStep: Codable, RawRepresentable {
  package var rawValue: String {
    switch self {
    case .member(let name): ".\(name)"
    case .element(let id): "[\(id)]"
    case .position(let index): "#\(index)"
    case .unwrapped: "?"
    }
  }

  package init?(rawValue: String) {
    switch rawValue.first {
    case ".": self = .member(String(rawValue.dropFirst()))
    case "[" where rawValue.hasSuffix("]"): self = .element(String(rawValue.dropFirst().dropLast()))
    case "#":
      guard let index = Int(rawValue.dropFirst()) else { return nil }
      self = .position(index)
    case "?" where rawValue == "?": self = .unwrapped
    default: return nil
    }
  }
}

/// The shared values of a state that is being decoded from storage.
package final class SharedDecoding {
  private let record: SharedRecord
  /// The values that were decoded, by their places.
  private var boxes: [String: any AnySharedBox] = [:]
  /// The places whose values are not those of the first place of their group.
  private var conflicts: [String] = []

  package init(_ record: SharedRecord) { self.record = record }

  func add(_ box: any AnySharedBox, at path: [any CodingKey]) {
    boxes[JSONPointerText.pointer(path)] = box
  }

  /// Makes the places share their values again, and the values those of a store: references to its
  /// present ones lead to them.
  package func commit(to values: SharedValues?) {
    let roots = shareWholes()
    shareParts(of: roots)
    values?.replace(roots, with: record)
    for place in conflicts {
      reportIssue(
        "The state has another value at \(place) than where it is shared with: that place now has the "
          + "value of the first.")
    }
  }

  /// Makes the places of each value share it.
  ///
  /// - Returns: The values by their numbers.
  private func shareWholes() -> [Int: any AnySharedBox] {
    var roots: [Int: any AnySharedBox] = [:]
    for group in record.groups where group.by == nil {
      roots[group.id] = share(group.at, with: nil) as? any AnySharedBox
    }
    return roots
  }

  private func shareParts(of roots: [Int: any AnySharedBox]) {
    for group in record.groups {
      guard let steps = group.by else { continue }
      share(group.at, with: roots[group.id]?.part(at: steps))
    }
  }

  /// Makes places share a value.
  ///
  /// - Parameter reference: The value; `nil` for that of the first place that still exists.
  /// - Returns: The value.
  @discardableResult
  private func share(_ places: [String], with reference: AnySharedReference?) -> AnySharedReference?
  {
    var reference = reference
    for place in places {
      // A place is in one group: in several, references could lead to each other without end.
      guard let box = boxes.removeValue(forKey: place) else { continue }
      if let reference {
        let isSame = box.json == reference.json
        if !box.yield(to: reference) || !isSame { conflicts.append(place) }
      } else {
        reference = box
      }
    }
    return reference
  }
}

extension CodingUserInfoKey {
  /// The key of a decoder's ``SharedDecoding``.
  package static let sharedDecoding = CodingUserInfoKey(rawValue: "backstack.sharedDecoding")!
}
