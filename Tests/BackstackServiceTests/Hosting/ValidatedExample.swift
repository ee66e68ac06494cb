import Backstack
import BackstackService

// example begins
func validatedGuestbook() -> Feature {
  Feature(
    "guestbook", initialState: Guestbook.State(), clientInput: ClientInput(takesState: true),
    validate: validate
  ) {
    Guestbook()
  }
}

func validate(_ guestbook: Guestbook.State) throws {
  for (index, name) in guestbook.names.enumerated() where name.count > 100 {
    throw InvalidState("A name has at most 100 characters.", at: "names", .element(index))
  }
}
// example ends
