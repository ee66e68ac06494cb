import Backstack

/// The votes of all people, which the sessions of a process share.
struct PollBoard: Sendable {
  /// Counts a vote, or withdraws it if the option is `nil`. A voter has one vote in each poll.
  ///
  /// Returns `nil` if the poll has as many voters as it may.
  var vote: @Sendable (_ poll: Poll.ID, _ option: Poll.Option.ID?, _ voter: String) -> PollTally?
  /// Returns the votes in a poll, and the option that a voter has voted for.
  var read: @Sendable (_ poll: Poll.ID, _ voter: String) -> (PollTally, choice: Poll.Option.ID?)
  /// Withdraws all votes of a voter that has left.
  var forget: @Sendable (_ voter: String) -> Void
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
      var choices: [String: Poll.Option.ID] = [:]
      /// The votes of all choices.
      var tally = PollTally()

      mutating func vote(for option: Poll.Option.ID?, _ voter: String) -> PollTally? {
        guard option == nil || choices[voter] != nil || choices.count < PollBoard.maximumVoters
        else {
          return nil
        }
        if let earlier = choices[voter], let count = tally.votes[earlier] {
          tally.votes[earlier] = count > 1 ? count - 1 : nil
        }
        if let option { tally.votes[option, default: 0] += 1 }
        choices[voter] = option
        tally.revision += 1
        return tally
      }
    }
    let polls = LockIsolated<[Poll.ID: Votes]>([:])
    return PollBoard(
      vote: { poll, option, voter in
        polls.withValue { $0[poll, default: Votes()].vote(for: option, voter) }
      },
      read: { poll, voter in
        polls.withValue { polls in
          let votes = polls[poll] ?? Votes()
          return (votes.tally, votes.choices[voter])
        }
      },
      forget: { voter in
        polls.withValue { polls in
          for poll in Array(polls.keys) where polls[poll]?.choices[voter] != nil {
            _ = polls[poll]?.vote(for: nil, voter)
          }
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
