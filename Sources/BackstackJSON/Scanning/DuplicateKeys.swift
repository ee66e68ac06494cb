/// Finds members with the same name. RFC 8259 §4 leaves their meaning open, RFC 7493 §2.3 forbids
/// them, and two programs that read such an object may read two different ones.
struct DuplicateKeys {
  private var table = KeyTable()

  /// The most names that are compared one by one.
  private static var comparedNames: Int { 8 }

  /// The second name that the object has twice.
  ///
  /// - Complexity: O(number of members).
  mutating func find(in object: Int, of document: JSONDocument) -> Int? {
    let tape = document.tape
    let count = tape[object].count
    if count > Self.comparedNames { table.clear(for: count) }
    var name = object + 1
    for position in 0..<count {
      if count > Self.comparedNames {
        if table.insert(name, of: document) != nil { return name }
      } else {
        let text = document.text(name)
        var other = object + 1
        for _ in 0..<position {
          if document.text(other).isEqual(to: text) { return name }
          other = Int(tape[other + 1].next)
        }
      }
      name = Int(tape[name + 1].next)
    }
    return nil
  }
}
