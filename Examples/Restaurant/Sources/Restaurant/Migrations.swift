import BackstackHost

extension StateMigration {
  /// The note of a basket was called its comment.
  static let note = StateMigration(from: "b0f0c93bcce039dd") { json in
    json["basket"]?.rename("comment", to: "note")
    json.update("orders") { $0["basket"]?.rename("comment", to: "note") }
    try json["path"]?.updateStack { stack in
      for index in stack.indices {
        stack[index].state["basket"]?["basket"]?.rename("comment", to: "note")
        stack[index].state["status"]?["order"]?["basket"]?.rename("comment", to: "note")
      }
    }
  }
}
