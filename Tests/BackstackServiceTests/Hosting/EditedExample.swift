import Backstack
import BackstackService

// example begins
func galleryMigration() -> StateMigration {
  StateMigration(from: "4c0dc9fb84020024") { json in
    json.rename("title", to: "name")
    json["frame"] = nil
    json["mode"] = nil
    // Photos can't be printed any more.
    try json["path"]?.updateStack { stack in
      stack.removeAll { $0.state.caseName == "print" }
      for index in stack.indices { stack[index].state.rename("detail", to: "picture") }
    }
    if json["destination"]?.caseName == "print" { json["destination"] = nil }
    json["destination"]?.rename("detail", to: "picture")
  }
}
// example ends
