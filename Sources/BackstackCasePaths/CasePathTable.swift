/// The case paths of an enum as a sequence. `@CasePathable` generates a conforming type.
public protocol CasePathTable<Root>: Sendable, Sequence
where Element == PartialCaseKeyPath<Root>, Iterator == IndexingIterator<[Element]> {
  /// The enum.
  associatedtype Root: CasePathable

  /// The cases in the order of their declaration.
  static var namedCases: [NamedCase<Root>] { get }

  /// The name of a value's case.
  subscript(nameOf root: Root) -> String { get }
}

extension CasePathTable {
  /// Returns an iterator over the case key paths in the order of the cases.
  public func makeIterator() -> IndexingIterator<[PartialCaseKeyPath<Root>]> {
    keyPaths.makeIterator()
  }

  // The implementations of Sequence would be compiled again for each table.

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public __consuming func _copyToContiguousArray() -> ContiguousArray<PartialCaseKeyPath<Root>> {
    ContiguousArray(keyPaths)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  public __consuming func _copyContents(
    initializing buffer: UnsafeMutableBufferPointer<PartialCaseKeyPath<Root>>
  ) -> (
    IndexingIterator<[PartialCaseKeyPath<Root>]>,
    UnsafeMutableBufferPointer<PartialCaseKeyPath<Root>>.Index
  ) {
    keyPaths._copyContents(initializing: buffer)
  }

  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  private var keyPaths: [PartialCaseKeyPath<Root>] {
    Self.namedCases.map { $0.keyPath as PartialCaseKeyPath<Root> }
  }

  /// Returns the case path of the case with a name.
  func casePath(named name: String) -> (any PartialCasePath<Root>)? {
    self[named: name].flatMap {
      Root.allCasePaths[keyPath: $0 as PartialCaseKeyPath<Root>] as? any PartialCasePath<Root>
    }
  }

  /// The case key path of the case with a name.
  public subscript(named name: String) -> (any PartialCaseKeyPath<Root> & Sendable)? {
    Self.namedCases.first { $0.name == name }?.keyPath
  }
}

/// The name of a case with its case key path.
public struct NamedCase<Root: CasePathable>: Sendable {
  /// The name as in the wire format: without backticks.
  public let name: String

  /// The case key path.
  public let keyPath: any PartialCaseKeyPath<Root> & Sendable

  /// Creates the pair of a case's name and its case key path.
  public init(_ name: String, _ keyPath: any PartialCaseKeyPath<Root> & Sendable) {
    self.name = name
    self.keyPath = keyPath
  }
}

extension CasePathable where AllCasePaths: CasePathTable<Self> {
  /// The names of the cases in the order of their declaration.
  public static var caseNames: [String] { AllCasePaths.namedCases.map(\.name) }

  /// The name of this value's case.
  public var caseName: String { Self.allCasePaths[nameOf: self] }
}
