// example begins
import Backstack
import BackstackHost

@Reducer
struct Cart {
  struct State: Codable, Sendable {
    var items: [String] = []
    @Presents var alert: AlertState<Alert>?
  }

  enum Action: Codable, Sendable {
    case emptyButtonTapped
    case alert(PresentationAction<Alert>)
  }

  @CasePathable
  enum Alert: Codable, Sendable { case emptyConfirmed }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .emptyButtonTapped:
        state.alert = AlertState {
          TextState("Empty the cart?")
        } actions: {
          ButtonState(role: .destructive, action: .emptyConfirmed) { TextState("Empty") }
          ButtonState(role: .cancel) { TextState("Keep") }
        }
      case .alert(.presented(.emptyConfirmed)):
        state.items = []
      case .alert(.dismiss):
        break
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension Cart.State {
  /// Reads a link such as `/cart/tea`; `nil` for one that the feature does not know.
  init?(link: String) {
    let parts = link.split(separator: "/")
    guard parts.count == 2, parts[0] == "cart" else { return nil }
    self.init(items: [String(parts[1])])
  }
}

struct CartHost: BackstackHost {
  static var features: [Feature] {
    [
      Feature(
        "cart", initialState: Cart.State(), link: Cart.State.init(link:),
        presentationStyles: ["alert": .alert]
      ) {
        Cart()
      }
    ]
  }
}
// example ends
