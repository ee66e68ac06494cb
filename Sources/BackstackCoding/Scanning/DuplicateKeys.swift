/// A search for members with the same name. RFC 8259 §4 leaves their meaning open and RFC 7493 §2.3
/// forbids them: two programs may read such an object differently.
struct DuplicateKeys {
  private var table = KeyTable()

  /// The largest number of names that are compared one by one.
  private static var comparedNames: Int { 8 }

  /// Returns the entry of the first name that repeats an earlier one.
  ///
  /// - Complexity: O(*n*) in the number of members.
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
