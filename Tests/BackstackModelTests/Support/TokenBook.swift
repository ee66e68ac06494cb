import Backstack
import Synchronization

/// Which tokens are alive. Each long-running effect holds one for as long as anything is left of it.
final class TokenBook: Sendable {
  private let counts = Mutex<[Int: Int]>([:])

  /// A token that is in the book until nobody holds it.
  func token(_ number: Int) -> Token {
    counts.withLock { $0[number, default: 0] += 1 }
    return Token(number: number, book: self)
  }

  /// The numbers of the tokens that are held, in order.
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
  /// Where the effects of this store have their tokens from.
  var tokenBook: TokenBook {
    get { self[TokenBookKey.self] }
    set { self[TokenBookKey.self] = newValue }
  }
}
