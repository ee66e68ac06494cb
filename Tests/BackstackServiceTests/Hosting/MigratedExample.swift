import Backstack
import BackstackService

// example begins
func migratedGuestbook() -> Feature {
  Feature(
    "guestbook", initialState: Guestbook.State(),
    migrations: [StateMigration(from: FirstGuestbook.self) { Guestbook.State(names: [$0.name]) }]
  ) {
    Guestbook()
  }
}

@SchemaRepresentable
struct FirstGuestbook: Codable {
  var name: String
}
// example ends
