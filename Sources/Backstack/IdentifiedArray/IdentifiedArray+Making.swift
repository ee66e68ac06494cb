extension IdentifiedArray {
  /// Creates an array of elements with unique ids. If several have the same id, keeps the first one
  /// and reports an issue.
  ///
  /// - Complexity: O(*n*).
  public init(
    uniqueElements elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable
  ) {
    self.init(id: id)
    for element in elements where !append(element).inserted {
      reportIssue(
        "An IdentifiedArray was made of two elements with the id '\(element[keyPath: id])'.")
    }
  }

  /// Creates an array of the first element with each id.
  ///
  /// - Complexity: O(*n*).
  public init(_ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable) {
    self.init(elements, id: id) { first, _ in first }
  }

  /// Creates an array of the elements of a sequence, and combines elements with the same id.
  ///
  /// - Throws: The error that `combine` throws.
  /// - Complexity: O(*n*).
  public init(
    _ elements: some Sequence<Element>, id: any KeyPath<Element, ID> & Sendable,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(id: id)
    for element in elements {
      if let position = index(id: element[keyPath: id]) {
        self[optionalAt: position] = try combine(self[position], element)
      } else {
        append(element)
      }
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  public init() { self.init(id: \.id) }

  /// Creates an array of elements with unique ids. If several have the same id, keeps the first one
  /// and reports an issue.
  ///
  /// - Complexity: O(*n*).
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init(uniqueElements: elements, id: \.id)
  }

  /// Creates an array of the first element with each id.
  ///
  /// - Complexity: O(*n*).
  public init(_ elements: some Sequence<Element>) { self.init(elements, id: \.id) }

  /// Creates an array of the elements of a sequence, and combines elements with the same id.
  ///
  /// - Throws: The error that `combine` throws.
  /// - Complexity: O(*n*).
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    try self.init(elements, id: \.id, uniquingIDsWith: combine)
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}
