/// A builder that describes values by reflection.
struct DescriptionBuilder {
  /// The largest depth that is described: an endless value must not overflow the stack.
  static let maximumDepth = 400

  private var depth = 0
  /// The objects described so far. Each is described once, so that cycles end.
  private var objects: Set<ObjectIdentifier> = []
  private var typeNames: [ObjectIdentifier: String] = [:]

  mutating func describe(_ value: Any) -> Description {
    if let leaf = leaf(value) { return leaf }
    guard depth < Self.maximumDepth else { return Description(leaf: "…", of: value) }
    depth += 1
    defer { depth -= 1 }

    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return optional(value, mirror)
    case .enum: return enumCase(value, mirror)
    case .collection: return list(value, mirror)
    case .set: return set(value, mirror)
    case .dictionary: return dictionary(value, mirror)
    case .tuple: return Description(.named, "(", fields(mirror), closing: ")", of: value)
    case .class: return object(value, mirror)
    case nil where mirror.children.isEmpty:
      return Description(leaf: String(reflecting: value), of: value)
    default: return structure(value, mirror)
    }
  }

  mutating func typeName(_ type: Any.Type) -> String {
    let id = ObjectIdentifier(type)
    if let known = typeNames[id] { return known }
    let name = shortName(of: type)
    typeNames[id] = name
    return name
  }

  // MARK: Parts with names

  private mutating func structure(_ value: Any, _ mirror: Mirror) -> Description {
    Description(.named, typeName(type(of: value)) + "(", fields(mirror), closing: ")", of: value)
  }

  private mutating func object(_ value: Any, _ mirror: Mirror) -> Description {
    let name = typeName(type(of: value))
    guard objects.insert(ObjectIdentifier(value as AnyObject)).inserted else {
      return Description(leaf: name + "(↩)", of: value)
    }
    return Description(.named, name + "(", fields(mirror), closing: ")", of: value)
  }

  private mutating func fields(_ mirror: Mirror) -> [Description.Part] {
    var parts = mirror.superclassMirror.map { fields($0) } ?? []
    for child in mirror.children {
      let (label, value) = field(child)
      parts.append(.init(label: label.map { $0 + ": " }, description: describe(value)))
    }
    return parts
  }

  /// Returns a child under its declared name: the storage of a wrapped property has an underscore.
  private func field(_ child: Mirror.Child) -> (label: String?, value: Any) {
    guard let label = child.label, !label.hasPrefix(".") else { return (nil, child.value) }
    guard label.hasPrefix("_"), label.count > 1 else { return (label, child.value) }
    let mirror = Mirror(reflecting: child.value)
    if mirror.displayStyle == .optional, !(isOptional(child.value)) {
      return (String(label.dropFirst()), child.value)
    }
    if mirror.displayStyle == .struct || mirror.displayStyle == .class,
      let wrapped = mirror.children.first(where: { $0.label == "wrappedValue" })
    {
      return (String(label.dropFirst()), wrapped.value)
    }
    return (label, child.value)
  }

  // MARK: Enums

  private mutating func optional(_ value: Any, _ mirror: Mirror) -> Description {
    guard let wrapped = mirror.children.first?.value else {
      return Description(leaf: "nil", of: value)
    }
    let description = describe(wrapped)
    // `.some(nil)` must not look like `nil`.
    return description.opening == "nil"
      ? description.wrapped(".some(", ")", of: value) : description
  }

  private mutating func enumCase(_ value: Any, _ mirror: Mirror) -> Description {
    guard let child = mirror.children.first, let name = child.label else {
      let name = caseName(value) ?? String(describing: value)
      return Description(leaf: ".\(name)", of: value)
    }
    let payload = Mirror(reflecting: child.value)
    guard payload.displayStyle == .tuple else {
      return describe(child.value).wrapped(".\(name)(", ")", of: value)
    }
    let fields = fields(payload)
    guard fields.count == 1, let field = fields.first else {
      return Description(.named, ".\(name)(", fields, closing: ")", of: value)
    }
    return field.description.wrapped(".\(name)(\(field.label ?? "")", ")", of: value)
  }

  // MARK: Collections

  private mutating func list(_ value: Any, _ mirror: Mirror) -> Description {
    var parts: [Description.Part] = []
    parts.reserveCapacity(mirror.children.count)
    for (index, child) in mirror.children.enumerated() {
      parts.append(.init(label: "[\(index)]: ", description: describe(child.value)))
    }
    return Description(.list, "[", parts, closing: "]", of: value)
  }

  private mutating func set(_ value: Any, _ mirror: Mirror) -> Description {
    var parts: [(text: String, part: Description.Part)] = []
    for child in mirror.children {
      let description = describe(child.value)
      parts.append(
        (description.lines.joined(separator: "\n"), .init(label: nil, description: description)))
    }
    parts.sort { naturallyPrecedes($0.text, $1.text) }
    return Description(.bag, "Set([", parts.map(\.part), closing: "])", of: value)
  }

  private mutating func dictionary(_ value: Any, _ mirror: Mirror) -> Description {
    var parts: [(key: String, part: Description.Part)] = []
    var isOrdered = false
    for child in mirror.children {
      if let label = child.label {
        // The mirror of a custom type, which determines the order.
        isOrdered = true
        parts.append((label, .init(label: label + ": ", description: describe(child.value))))
        continue
      }
      let pair = Mirror(reflecting: child.value).children.map(\.value)
      guard pair.count == 2 else { continue }
      let key = describe(pair[0]).lines.joined(separator: "\n")
      parts.append((key, .init(label: key + ": ", description: describe(pair[1]))))
    }
    if !isOrdered { parts.sort { naturallyPrecedes($0.key, $1.key) } }
    return Description(
      .named, "[", parts.map(\.part), closing: parts.isEmpty ? ":]" : "]", of: value)
  }
}

/// Orders numbers by value and before all other texts, which are ordered lexicographically.
private func naturallyPrecedes(_ lhs: String, _ rhs: String) -> Bool {
  switch (Double(lhs), Double(rhs)) {
  case (let left?, let right?): left != right && !left.isNaN && (right.isNaN || left < right)
  case (_?, nil): true
  case (nil, _?): false
  case (nil, nil): lhs < rhs
  }
}
