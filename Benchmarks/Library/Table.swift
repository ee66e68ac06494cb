/// A Markdown table of what a store, its reducer alone and the same by hand cost.
struct Table {
  init(_ title: String) {
    print("\n### \(title)\n")
    print("| | store | reducer | by hand | store : hand | reducer : hand | allocations |")
    print("|---|---:|---:|---:|---:|---:|---:|")
  }

  /// - Parameter reducer: `nil` where a reducer alone can't do it.
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
