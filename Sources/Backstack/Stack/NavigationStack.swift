/// A navigation stack with any type of elements.
package protocol NavigationStack {
  /// The ids of the elements, from the bottom to the top.
  var ids: [StackElementID] { get }
}

extension StackState: NavigationStack {}
