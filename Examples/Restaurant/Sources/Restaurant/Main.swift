import BackstackHost

@main
struct Main: BackstackHost {
  static var features: [Feature] {
    [
      Feature(
        Restaurant.name, initialState: Restaurant.State(), link: Restaurant.State.init(link:),
        linkOf: \.link,
        presentationStyles: [
          "dish": .push, "basket": .push, "status": .push, "line": .sheet, "note": .sheet,
        ],
        clientInput: ClientInput(takesState: true), validate: Restaurant.State.validate,
        startAction: .began, resumeAction: .resumed, migrations: [.note]
      ) {
        Restaurant()
      } view: {
        RestaurantView(store: $0)
      }
    ]
  }

  static func configure(_ host: inout HostConfiguration) throws {
    let delay = try host.option(
      "--bank-delay", "SECONDS", help: "how long the bank takes (default 3)",
      expecting: "a number of seconds"
    ) { UInt16($0) }
    if let delay { host.overrideDependencies { $0.bank = .slow(.seconds(Int(delay))) } }
    try host.addKitchenWebhook()
  }
}
