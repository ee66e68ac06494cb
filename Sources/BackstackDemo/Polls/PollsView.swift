import BackstackViews

/// The list of polls, and those that are open.
struct PollsView: View {
  @Bindable var store: StoreOf<Polls>

  var body: some View {
    NavigationStack(path: $store.scope(state: \.path, action: \.path)) {
      List(store.polls) { poll in
        Button {
          store.send(.pollTapped(id: poll.id))
        } label: {
          Label(poll.question, systemImage: "chart.bar")
        }
      }
      .navigationTitle("Polls")
    } destination: { screen in
      switch screen.case {
      case .poll(let store): PollView(store: store)
      }
    }
  }
}

/// One poll, with its votes.
struct PollView: View {
  @Bindable var store: StoreOf<Poll>

  var body: some View {
    Form {
      Section {
        ForEach(store.options) { option in
          Button {
            store.send(.optionTapped(id: option.id))
          } label: {
            VStack(alignment: .leading) {
              HStack {
                Image(
                  systemName: option.id == store.choice ? "checkmark.circle.fill" : "circle")
                Text(option.title)
                Spacer()
                Text(share(of: option)).monospacedDigit().foregroundStyle(.secondary)
              }
              ProgressView(value: Double(option.votes), total: Double(max(1, total)))
                .accessibilityHidden(true)
            }
          }
          .selected(option.id == store.choice)
          .accessibilityLabel("\(option.title), \(votes(option.votes))")
        }
      } footer: {
        Text(votes(total))
      }
      if store.choice != nil {
        Button("Withdraw my vote", role: .destructive) { store.send(.withdrawButtonTapped) }
      }
    }
    .navigationTitle(store.question)
    .alert($store.scope(state: \.alert, action: \.alert))
  }

  private var total: Int { store.options.reduce(0) { $0 + $1.votes } }

  private func share(of option: Poll.Option) -> String {
    "\((option.votes * 200 + total) / max(1, 2 * total))%"
  }

  private func votes(_ count: Int) -> String { count == 1 ? "1 vote" : "\(count) votes" }
}
