import Backstack

extension Restaurant.State {
  /// Reads a link such as `/restaurant/soup`; `nil` for one that leads nowhere.
  init?(link: String) {
    let parts = link.split(separator: "/")
    guard parts.count == 2, parts[0] == Restaurant.name else { return nil }
    self.init(linkedDish: String(parts[1]))
  }

  /// The link to the dish on top; `nil` where there is none.
  var link: String? {
    path.last?.dish.map { "/\(Restaurant.name)/\($0.dish.id)" }
  }
}
