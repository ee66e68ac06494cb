/// The changes of a store's state, or of a value in it: see ``Store/changes``.
public struct StoreChanges<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = Never

  private let isSame: (@Sendable (Element, Element) -> Bool)?
  /// A function that begins an observation; it returns `nil` if the store is deallocated.
  private let subscribe: @Sendable (AsyncStream<Element>.Continuation) -> AnyObject?

  init(
    isSame: (@Sendable (Element, Element) -> Bool)? = nil,
    subscribe: @escaping @Sendable (AsyncStream<Element>.Continuation) -> AnyObject?
  ) {
    self.isSame = isSame
    self.subscribe = subscribe
  }

  /// Begins an observation, which ends with the iterator.
  public func makeAsyncIterator() -> Iterator {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(1))
    let observer = subscribe(continuation)
    if observer == nil { continuation.finish() }
    return Iterator(
      observer: observer, elements: stream.makeAsyncIterator(), isSame: isSame)
  }

  /// An observation of the store.
  public struct Iterator: AsyncIteratorProtocol {
    private let observer: AnyObject?
    private var elements: AsyncStream<Element>.Iterator
    private let isSame: (@Sendable (Element, Element) -> Bool)?
    private var last: Element?

    init(
      observer: AnyObject?, elements: AsyncStream<Element>.Iterator,
      isSame: (@Sendable (Element, Element) -> Bool)?
    ) {
      self.observer = observer
      self.elements = elements
      self.isSame = isSame
    }

    /// Waits for the next change; returns `nil` if the store has ended or the task was cancelled.
    public mutating func next() async -> Element? {
      while let element = await elements.next(isolation: #isolation) {
        // The skipped changes may have led back to the element that was returned last.
        if let isSame {
          if let last, isSame(last, element) { continue }
          last = element
        }
        return element
      }
      return nil
    }
  }
}
