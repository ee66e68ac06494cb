import Backstack

/// The votes of all people, which the sessions of a process share.
struct PollBoard: Sendable {
  /// Counts a vote, or withdraws it if the option is `nil`. A voter has one vote in each poll.
  ///
  /// Returns `nil` if the poll has as many voters as it may.
  var vote: @Sendable (_ poll: Poll.ID, _ option: Poll.Option.ID?, _ voter: String) -> PollTally?
  /// Returns the votes in a poll, and the option that a voter has voted for.
  var read: @Sendable (_ poll: Poll.ID, _ voter: String) -> (PollTally, choice: Poll.Option.ID?)
}

/// The votes in a poll at one time.
@SchemaRepresentable
struct PollTally: Codable, Equatable, Sendable {
  /// One more than the number of changes so far. Of two tallies, the one with more is the later.
  var revision = 1
  /// The number of votes for each option that has any.
  var votes: [Poll.Option.ID: Int] = [:]
}

extension PollBoard {
  /// The number of voters that a poll has room for: memory must not grow with each session.
  static let maximumVoters = 10_000

  /// Returns an empty board.
  static func inMemory() -> PollBoard {
    struct Votes {
      var revision = PollTally().revision
      var choices: [String: Poll.Option.ID] = [:]

      var tally: PollTally {
        PollTally(
          revision: revision, votes: choices.values.reduce(into: [:]) { $0[$1, default: 0] += 1 })
      }
    }
    let polls = LockIsolated<[Poll.ID: Votes]>([:])
    return PollBoard(
      vote: { poll, option, voter in
        polls.withValue { polls in
          var votes = polls[poll] ?? Votes()
          guard
            option == nil || votes.choices[voter] != nil || votes.choices.count < maximumVoters
          else { return nil }
          votes.choices[voter] = option
          votes.revision += 1
          polls[poll] = votes
          return votes.tally
        }
      },
      read: { poll, voter in
        polls.withValue { polls in
          let votes = polls[poll] ?? Votes()
          return (votes.tally, votes.choices[voter])
        }
      })
  }
}

extension DependencyValues {
  /// The votes of all people: in the memory of the process unless overridden.
  var pollBoard: PollBoard {
    get { self[PollBoardKey.self] }
    set { self[PollBoardKey.self] = newValue }
  }
}

private enum PollBoardKey: DependencyKey {
  static let liveValue = PollBoard.inMemory()
  static var testValue: PollBoard { .inMemory() }
}
