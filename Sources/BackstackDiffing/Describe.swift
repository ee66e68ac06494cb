/// A text for a value of any type, made by reflection: what a failing test and a log show.
///
/// Equal values have equal texts in every run: dictionaries and sets are sorted. A type that wants
/// to look otherwise says so in its `customMirror`; one whose mirror has neither style nor children
/// is shown as its debug description.
///
/// - Complexity: O(*n* log *n*), where *n* is the number of values in it. An object is described
///   where it is met first; what is nested more than ``DescriptionBuilder/maximumDepth`` deep is
///   left out.
package func describe<Value>(_ value: Value) -> String {
  var builder = DescriptionBuilder()
  return builder.describe(value).lines.joined(separator: "\n")
}

/// The lines by which the texts of two values differ, `nil` where they don't.
///
/// Lines of the old value start with `- `, those of the new one with `+ `, those of both with two
/// spaces; of what both have, more than a line is left out and counted. Values that are not equal
/// although they are described alike are shown with their types.
///
/// - Complexity: O(*n* log *n*), where *n* is the number of values in both.
package func diff<Value>(_ old: Value, _ new: Value) -> String? {
  var oldBuilder = DescriptionBuilder()
  let old = oldBuilder.describe(old)
  var newBuilder = DescriptionBuilder()
  let new = newBuilder.describe(new)
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
