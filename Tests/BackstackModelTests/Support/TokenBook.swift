import Backstack
import Synchronization

/// The tokens that are alive. Each long-running effect retains one until all of the effect is
/// released.
final class TokenBook: Sendable {
  private let counts = Mutex<[Int: Int]>([:])

  /// Returns a token that is in the book until it is deallocated.
  func token(_ number: Int) -> Token {
    counts.withLock { $0[number, default: 0] += 1 }
    return Token(number: number, book: self)
  }

  /// The numbers of the tokens that are alive, in ascending order.
  var alive: [Int] { counts.withLock { $0.keys.sorted() } }

  final class Token: Sendable {
    private let number: Int
    private let book: TokenBook

    fileprivate init(number: Int, book: TokenBook) {
      self.number = number
      self.book = book
    }

    deinit {
      book.counts.withLock { [number] counts in
        let left = counts[number, default: 0] - 1
        counts[number] = left == 0 ? nil : left
      }
    }
  }
}

private enum TokenBookKey: DependencyKey {
  static var liveValue: TokenBook { TokenBook() }
}

extension DependencyValues {
  /// The book that creates the tokens of this store's effects.
  var tokenBook: TokenBook {
    get { self[TokenBookKey.self] }
    set { self[TokenBookKey.self] = newValue }
  }
}
