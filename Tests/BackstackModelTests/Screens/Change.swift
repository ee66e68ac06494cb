/// A change of a screen's state. Positions that don't exist change nothing.
indirect enum Change: Equatable, Sendable {
  case add(Int)
  case changeID(Int)
  /// Replaces the state by a copy that is encoded as JSON and decoded.
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

  // A change of an inner screen by the outer one: the inner operators don't see it yet.
  case inElement(Int, Change)
  case inDestination(Change)
  case inRow(Int, Change)
}
