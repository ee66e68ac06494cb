extension StackState {
  /// The element with an id.
  ///
  /// Setting an element replaces the one with the id; setting `nil` removes only that element.
  /// Setting an element with an id that is not on the stack reports an issue and changes nothing.
  /// In a test it puts the element on top instead, so that an assertion can express the result of a
  /// push.
  ///
  /// - Complexity: O(log *n*) to get and to change in place.
  public subscript(id id: StackElementID) -> Element? {
    get { index(of: id).map { self[at: $0] } }
    _modify {
      guard let index = index(of: id) else {
        var absent: Element?
        yield &absent
        guard let absent else { return }
        if DependencyValues.current.context == .test {
          append(absent, id: id)
        } else {
          reportIssue("Can't set an element at id \(id), which is not on the stack.")
        }
        return
      }
      yield &self[optionallyAt: index]
    }
  }

  /// The payload of the element with an id if it is of a case.
  ///
  /// Setting a payload while the element is of another case reports an issue and changes nothing;
  /// setting `nil` removes the element.
  public subscript<Value>(
    id id: StackElementID, case path: any CaseKeyPath<Element, Value> & Sendable
  ) -> Value? where Element: CasePathable {
    get { self[id: id]?[case: path] }
    set {
      guard let element = self[id: id], element[case: path] != nil else {
        if self[id: id] != nil || newValue != nil {
          let actual = self[id: id].map { "it is '\(caseName(of: $0))'" }
          reportIssue(
            "Can't change element \(id) as that case: \(actual ?? "it is not on the stack").")
        }
        return
      }
      self[id: id] = newValue.map { path($0) }
    }
  }

  /// Pops an element and all elements above it.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of removed elements.
  public mutating func pop(from id: StackElementID) {
    guard let index = index(of: id) else { return }
    replace(index..<count, with: [], ids: [])
  }

  /// Pops all elements above an element.
  ///
  /// - Complexity: O(log *n* + *m*), where *m* is the number of removed elements.
  public mutating func pop(to id: StackElementID) {
    guard let index = index(of: id) else { return }
    replace(index + 1..<count, with: [], ids: [])
  }
}
