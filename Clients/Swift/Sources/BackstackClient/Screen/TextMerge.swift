/// A change of a text: a part of it, and the text in its place.
private struct TextChange {
  var part: Range<Int>
  var text: ArraySlice<Unicode.Scalar>

  init(from base: [Unicode.Scalar], to changed: [Unicode.Scalar]) {
    let common = zip(base, changed).prefix(while: ==).count
    let rest = zip(base.dropFirst(common).reversed(), changed.dropFirst(common).reversed())
      .prefix(while: ==).count
    part = common..<(base.count - rest)
    text = changed[common..<(changed.count - rest)]
  }

  func isBefore(_ other: TextChange) -> Bool {
    part.upperBound <= other.part.lowerBound && part.lowerBound < other.part.upperBound
  }
}

/// Returns a text that has two people's changes of an earlier one. Of what both have changed,
/// `theirs` stays as it is, and what `mine` has stands behind it.
func merging(_ mine: String, _ theirs: String, from base: String) -> String {
  if mine.unicodeScalars.elementsEqual(theirs.unicodeScalars) { return theirs }
  let base = Array(base.unicodeScalars)
  let my = TextChange(from: base, to: Array(mine.unicodeScalars))
  let their = TextChange(from: base, to: Array(theirs.unicodeScalars))
  func with(_ changes: TextChange...) -> String {
    var position = 0
    var text = String.UnicodeScalarView()
    for change in changes {
      text += base[position..<change.part.lowerBound]
      text += change.text
      position = change.part.upperBound
    }
    text += base[position...]
    return String(text)
  }
  if my.isBefore(their) { return with(my, their) }
  if their.isBefore(my) { return with(their, my) }
  var both = their
  let from = min(my.part.lowerBound, their.part.lowerBound)
  let to = max(my.part.upperBound, their.part.upperBound)
  both.part = from..<to
  both.text =
    base[from..<their.part.lowerBound] + their.text + base[their.part.upperBound..<to] + my.text
  return with(both)
}
