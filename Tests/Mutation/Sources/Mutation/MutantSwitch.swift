/// The source code that chooses between an original and its mutants. Each module that has mutants
/// contains a copy.
package enum MutantSwitch {
  /// The environment variable with the id of the mutant that replaces the original.
  package static let activeVariable = "MUTANT"
  /// The environment variable with the path of a file in which a byte is set for each mutant that
  /// is reached.
  package static let reachedVariable = "MUTANTS_REACHED"

  /// Returns the source code.
  ///
  /// - Parameter count: The number of mutants in all modules.
  package static func source(count: Int) -> String {
    """
    import Glibc

    private let activeMutant = getenv("\(activeVariable)").flatMap { Int(String(cString: $0)) } ?? -1

    nonisolated(unsafe) private let reachedMutants: UnsafeMutablePointer<UInt8>? = {
      guard let path = getenv("\(reachedVariable)") else { return nil }
      let file = open(path, O_RDWR | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      let bytes = mmap(nil, \(max(1, count)), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
      return bytes == MAP_FAILED ? nil : bytes?.assumingMemoryBound(to: UInt8.self)
    }()

    func __mutant(_ id: Int) -> Bool {
      if let reachedMutants { reachedMutants[id] = 1 }
      return id == activeMutant
    }

    """
  }
}
