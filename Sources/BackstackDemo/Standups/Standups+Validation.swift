import Backstack
import BackstackService

extension Standups.State {
  /// Checks a state that a client or a link chose.
  ///
  /// A meeting may have run for longer than its stand-up takes now, which the screen below can edit.
  ///
  /// - Throws: `InvalidState` for an impossible time or speaker.
  static func validate(_ state: Self) throws {
    for (index, standup) in state.standups.enumerated() {
      try InvalidState.within("standups", .element(index)) { try standup.validate() }
    }
    if case .addStandup(let form) = state.destination {
      try InvalidState.within("destination", "addStandup", "standup") {
        try form.standup.validate()
      }
    }
    for (index, screen) in state.path.enumerated() {
      try InvalidState.within("path", .element(index), "state") {
        switch screen {
        case .detail(let detail):
          try InvalidState.within("detail") { try detail.validate() }
        case .meeting(let notes):
          try InvalidState.within("meeting", "standup") { try notes.standup.validate() }
          try InvalidState.within("meeting", "meeting") { try notes.meeting.validate() }
        case .record(let record):
          try InvalidState.within("record") { try record.validate() }
        }
      }
    }
  }
}

extension StandupDetail.State {
  fileprivate func validate() throws {
    try InvalidState.within("standup") { try standup.validate() }
    if case .edit(let form) = destination {
      try InvalidState.within("destination", "edit", "standup") { try form.standup.validate() }
    }
  }
}

extension RecordMeeting.State {
  fileprivate func validate() throws {
    try InvalidState.within("standup") { try standup.validate() }
    let range = 0...StandupForm.longest
    guard range.contains(secondsElapsed) else {
      throw InvalidState(
        "A meeting has run for \(range.lowerBound) to \(range.upperBound) seconds.",
        at: "secondsElapsed")
    }
    guard range.contains(speakerIndex) else {
      throw InvalidState(
        "There is no attendee at index \(speakerIndex); the first one is at 0.", at: "speakerIndex")
    }
  }
}

extension Standup {
  fileprivate func validate() throws {
    let range = 1...StandupForm.longest
    guard range.contains(seconds) else {
      throw InvalidState(
        "A standup takes \(range.lowerBound) to \(range.upperBound) seconds.", at: "seconds")
    }
    for (index, meeting) in meetings.enumerated() {
      try InvalidState.within("meetings", .element(index)) { try meeting.validate() }
    }
  }
}

extension Meeting {
  fileprivate func validate() throws {
    let range = 0...StandupForm.longest
    guard range.contains(seconds) else {
      throw InvalidState(
        "A meeting took \(range.lowerBound) to \(range.upperBound) seconds.", at: "seconds")
    }
  }
}
