/// Returns a text that describes a value of any type, made by reflection. Failing tests and logs
/// show it.
///
/// Equal values have equal texts in every run: dictionaries and sets are sorted. A type can change
/// its text with a `customMirror`; a type whose mirror has neither a display style nor children is
/// shown as its debug description. An object is described where it occurs first. Values that are
/// nested more than ``DescriptionBuilder/maximumDepth`` deep are left out.
///
/// - Complexity: O(*n* log *n*), where *n* is the number of values inside `value`.
package func describe<Value>(_ value: Value) -> String {
  var builder = DescriptionBuilder()
  return builder.describe(value).lines.joined(separator: "\n")
}

/// Returns the lines in which the texts of two values differ; `nil` if they are the same.
///
/// Lines of the old value start with `- `, those of the new one with `+ `, common lines with two
/// spaces. Several unchanged parts in a row are replaced by their number. Values that are not equal
/// but have the same text are shown with their types.
///
/// - Parameters:
///   - readingOld: Calls a closure that reads the old value.
///   - readingNew: Calls a closure that reads the new value.
/// - Complexity: O(*n* log *n*), where *n* is the number of values in both.
package func diff<Value>(
  _ old: Value, _ new: Value, readingOld: (() -> Void) -> Void = { $0() },
  readingNew: (() -> Void) -> Void = { $0() }
) -> String? {
  var descriptions: [Description] = []
  func describe(_ value: Value) {
    var builder = DescriptionBuilder()
    descriptions.append(builder.describe(value))
  }
  readingOld { describe(old) }
  readingNew { describe(new) }
  let (old, new) = (descriptions[0], descriptions[1])
  if old != new {
    var printer = DiffPrinter(isUnchanged: ==)
    printer.printDifference(old, new)
    return printer.text
  }
  guard old.equalsByItself(new) == false else { return nil }
  var printer = DiffPrinter { $0.equalsByItself($1) ?? ($0 == $1) }
  printer.printDifference(old, new)
  return printer.text
}
