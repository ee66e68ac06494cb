import BackstackViews
import FoundationEssentials

/// The list of standups, and the screens on it.
struct StandupsView: View {
  @Bindable var store: StoreOf<Standups>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      StandupList(store: store)
        .navigationTitle("Daily stand-ups")
        .toolbar {
          ToolbarItem(placement: .primaryAction) {
            Button("Add a stand-up", systemImage: "plus") { store.send(.addStandupButtonTapped) }
          }
        }
        .sheet(
          item: $store.scope(
            state: \.destination?.addStandup, action: \.destination.addStandup)
        ) { form in
          StandupFormView(store: form)
            .navigationTitle("New stand-up")
            .toolbar {
              ToolbarItem(placement: .cancellationAction) {
                Button("Cancel") { store.send(.cancelAddStandupButtonTapped) }
              }
              ToolbarItem(placement: .confirmationAction) {
                Button("Add") { store.send(.confirmAddStandupButtonTapped) }
              }
            }
        }
    } destination: { screen in
      switch screen.case {
      case .detail(let store): StandupDetailView(store: store)
      case .meeting(let store): MeetingNotesView(store: store)
      case .record(let store): RecordMeetingView(store: store)
      }
    }
  }
}

private struct StandupList: View {
  let store: StoreOf<Standups>

  var body: some View {
    if store.standups.isEmpty {
      ContentUnavailableView {
        Label("No stand-ups yet", systemImage: "person.3")
      } description: {
        Text("Add the meeting that your team holds every day.")
      } actions: {
        Button("Add a stand-up") { store.send(.addStandupButtonTapped) }
      }
    } else {
      List(store.standups) { standup in
        Button {
          store.send(.standupTapped(id: standup.id))
        } label: {
          VStack(alignment: .leading) {
            Text(standup.name).font(.headline)
            HStack {
              Label("\(standup.attendees.count)", systemImage: "person.2")
                .accessibilityLabel(standup.attendance)
              Spacer()
              Label(standup.length, systemImage: "clock")
            }
            .font(.caption)
          }
        }
      }
    }
  }
}

/// One standup, with its meetings.
struct StandupDetailView: View {
  @Bindable var store: StoreOf<StandupDetail>

  var body: some View {
    let standup = store.standup
    Form {
      Section("Stand-up") {
        Button("Start the meeting", systemImage: "timer") { store.send(.startMeetingButtonTapped) }
        LabeledContent("Length", value: standup.length)
      }
      if !standup.meetings.isEmpty {
        Section("Past meetings") {
          ForEach(standup.meetings) { meeting in
            Button {
              store.send(.meetingTapped(id: meeting.id))
            } label: {
              HStack {
                Image(systemName: "calendar")
                Text(meeting.date, style: .date)
                Spacer()
                Text(meeting.date, style: .time).foregroundStyle(.secondary)
              }
            }
          }
        }
      }
      Section("Attendees") {
        if standup.attendees.isEmpty {
          Text("Nobody yet").foregroundStyle(.secondary)
        }
        ForEach(standup.attendees) { attendee in Label(attendee.name, systemImage: "person") }
      }
      Section {
        Button("Delete", role: .destructive) { store.send(.deleteButtonTapped) }
      }
    }
    .navigationTitle(standup.name)
    .toolbar { Button("Edit") { store.send(.editButtonTapped) } }
    .alert($store.scope(state: \.destination?.alert, action: \.destination.alert))
    .sheet(item: $store.scope(state: \.destination?.edit, action: \.destination.edit)) { form in
      StandupFormView(store: form)
        .navigationTitle(standup.name)
        .toolbar {
          ToolbarItem(placement: .cancellationAction) {
            Button("Cancel") { store.send(.cancelEditButtonTapped) }
          }
          ToolbarItem(placement: .confirmationAction) {
            Button("Done") { store.send(.doneEditingButtonTapped) }
          }
        }
    }
  }
}

/// The form of a standup.
struct StandupFormView: View {
  @Bindable var store: StoreOf<StandupForm>

  var body: some View {
    Form {
      Section("Stand-up") {
        TextField("Title", text: $store.standup.title)
        Stepper(
          "Length: \(store.standup.length)", value: $store.standup.seconds,
          in: 60...StandupForm.longest, step: 60)
      }
      Section("Attendees") {
        ForEach(store.standup.attendees) { attendee in
          TextField(
            "Name",
            text: Binding(
              get: { attendee.name },
              set: { store.send(.attendeeNameChanged(id: attendee.id, name: $0)) })
          )
          .swipeActions {
            Button("Remove", role: .destructive) {
              store.send(.removeAttendeeButtonTapped(id: attendee.id))
            }
          }
        }
        Button("Add an attendee", systemImage: "plus") { store.send(.addAttendeeButtonTapped) }
      }
    }
  }
}

/// A meeting that was held.
struct MeetingNotesView: View {
  let store: StoreOf<MeetingNotes>

  var body: some View {
    Form {
      Section {
        LabeledContent("Date") { Text(store.meeting.date, style: .date) }
        LabeledContent("Time") { Text(store.meeting.date, style: .time) }
        LabeledContent("Length", value: length(ofSeconds: store.meeting.seconds))
      }
      Section("Attendees") {
        ForEach(store.standup.attendees) { attendee in Label(attendee.name, systemImage: "person") }
      }
      Button("Close") { store.send(.closeButtonTapped) }
    }
    .navigationTitle("Meeting")
    .navigationSubtitle(store.standup.name)
  }
}

/// A meeting in progress.
struct RecordMeetingView: View {
  @Bindable var store: StoreOf<RecordMeeting>

  var body: some View {
    let standup = store.standup
    let elapsed = min(max(store.secondsElapsed, 0), standup.duration)
    VStack {
      ProgressView(
        "Time", value: Double(elapsed), total: Double(max(1, standup.duration)))
      HStack {
        LabeledContent("Elapsed") { Text(clock(elapsed)).monospacedDigit() }
        Spacer()
        LabeledContent("Remaining") { Text(clock(standup.duration - elapsed)).monospacedDigit() }
      }
      .font(.caption)
      if let name = standup.speaker(store.speakerNumber - 1) {
        Text(name).font(.largeTitle)
        Text(speaking).foregroundStyle(.secondary)
      }
      if !standup.attendees.isEmpty {
        Text("Speaker \(store.speakerNumber) of \(standup.attendees.count)").font(.footnote)
      }
      HStack {
        if store.isRunning == true {
          Button(store.isLastSpeaker ? "Finish" : "Next speaker", systemImage: "forward") {
            store.send(.nextButtonTapped)
          }
          .buttonStyle(.borderedProminent)
          Button("Pause", systemImage: "pause") { store.send(.pauseButtonTapped) }
            .buttonStyle(.bordered)
        } else if store.isPaused {
          Button("Resume", systemImage: "play") { store.send(.resumeButtonTapped) }
            .buttonStyle(.borderedProminent)
        } else {
          Button("Start", systemImage: "play") { store.send(.startButtonTapped) }
            .buttonStyle(.borderedProminent)
        }
      }
    }
    .navigationTitle(standup.name)
    .navigationBarBackButtonHidden()
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("End the meeting") { store.send(.endMeetingButtonTapped) }
      }
    }
    .alert($store.scope(state: \.alert, action: \.alert))
  }

  private var speaking: String {
    if store.isPaused { return "continues after the pause" }
    return store.isRunning == true ? "is speaking" : "speaks first"
  }

  private func clock(_ seconds: Int) -> String {
    let (minutes, seconds) = seconds.quotientAndRemainder(dividingBy: 60)
    return "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
  }
}

extension Standup {
  fileprivate var name: String { title.isEmpty ? "Untitled" : title }

  fileprivate var length: String { BackstackDemo.length(ofSeconds: duration) }

  fileprivate var attendance: String {
    attendees.count == 1 ? "1 attendee" : "\(attendees.count) attendees"
  }

  fileprivate func speaker(_ index: Int) -> String? {
    guard attendees.indices.contains(index) else { return nil }
    return attendees[index].name.isEmpty ? "Somebody" : attendees[index].name
  }
}

private func length(ofSeconds seconds: Int) -> String {
  let (minutes, seconds) = seconds.quotientAndRemainder(dividingBy: 60)
  if minutes == 0 { return "\(seconds) s" }
  return seconds == 0 ? "\(minutes) min" : "\(minutes) min \(seconds) s"
}
