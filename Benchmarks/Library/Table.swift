/// A Markdown table of the costs of a store, its reducer alone and the manual version.
struct Table {
  init(_ title: String) {
    print("\n### \(title)\n")
    print("| | store | reducer | manual | store : manual | reducer : manual | allocations |")
    print("|---|---:|---:|---:|---:|---:|---:|")
  }

  /// Prints a row.
  ///
  /// - Parameter reducer: The cost of the reducer; `nil` if a reducer alone can't do the work.
  func row(_ name: String, store: Cost, reducer: Cost?, hand: Cost) {
    let ratio = reducer.map { Self.ratio($0, hand) } ?? ""
    print(
      "| \(name) | \(Self.time(store)) | \(reducer.map(Self.time) ?? "") | \(Self.time(hand))"
        + " | \(Self.ratio(store, hand)) | \(ratio) | \(Self.decimal(store.allocations)) |")
  }

  private static func time(_ cost: Cost) -> String {
    cost.time < 10_000 ? "\(Int(cost.time.rounded())) ns" : "\(decimal(cost.time / 1000)) µs"
  }

  private static func ratio(_ cost: Cost, _ other: Cost) -> String {
    decimal(cost.time / other.time)
  }

  private static func decimal(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }
}
