extension HTTPFields {
  /// Appends the field lines to a response, without those that the connection writes itself.
  func write(to output: inout [UInt8]) {
    if !isReceived && managed.isDisjoint(with: .framing) {
      output.append(shared: bytes)
      return
    }
    let span = bytes.span
    for entry in entries
    where HTTPFields.managed(span, entry.name.range).isDisjoint(with: .framing) {
      output.append(span, entry.name.range)
      output.append(": ")
      output.append(span, entry.value.range)
      output.append("\r\n")
    }
  }
}
