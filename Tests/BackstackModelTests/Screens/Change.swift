/// A change of a screen's state. Positions that don't exist change nothing.
indirect enum Change: Equatable, Sendable {
  case add(Int)
  case changeID(Int)
  /// Replaces the state by what its JSON is decoded to.
  case roundTrip

  case push([Int])
  case splice(Range<Int>, [Int])
  case popLast
  case popTo(Int)
  case popFrom(Int)
  case remove(Int)
  case removeEven
  case removeAll
  case replaceAll([Int])
  case replace(Int, by: Int)
  case reverse
  case save
  case restore

  case present(Presentation)
  case presentOnDismiss(Presentation)
  case alert(String)
  case nilOut

  case addRow(Int, Int)
  case insertRow(Int, Int, at: Int)
  case putRow(Int, Int)
  case removeRow(Int)
  case removeEvenRows
  case reverseRows

  // What is inside of a screen, changed by one around it: the operators there don't see it yet.
  case inElement(Int, Change)
  case inDestination(Change)
  case inRow(Int, Change)
}
