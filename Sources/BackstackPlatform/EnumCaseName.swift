/// Returns the name of an enum's case, regardless of the enum's own description; `nil` for a value of
/// another type.
package func enumCaseName<Value>(of value: Value) -> String? {
  runtimeEnumCaseName(value).map { String(cString: $0) }
}

// Sound: an entry point of the Swift runtime with this signature, which `print` uses too; it
// returns `nil` if there is no name.
@_silgen_name("swift_EnumCaseName")
private func runtimeEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
