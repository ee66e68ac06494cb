extension RangeReplaceableCollection {
  /// Makes a collection of the elements of a shared list, each of which is shared with it:
  /// `ForEach(Array(store.$tasks)) { $task in … }`.
  ///
  /// - Complexity: O(*n*).
  public init<ID: Hashable & Sendable, Value: Sendable>(
    _ list: Shared<IdentifiedArray<ID, Value>>
  ) where Element == Shared<Value> {
    self.init()
    for id in list.wrappedValue.ids {
      if let element = Shared(list[id: id]) { append(element) }
    }
  }
}
