import BackstackCoding
import BackstackScreenText

/// A call of a tool on its way: what was asked of the service, and what comes next.
struct ToolRun: AgentWork {
  private enum Stage: Sendable {
    case beginning
    /// Looks for the control that is used.
    case finding
    /// Asks whether a call whose control is gone was done before.
    case probing(ToolCall.Mistake, ScreenReading)
    /// Changes the session if it still has the screen in which the control was found.
    case trying
    case changing
    /// Asks a person.
    case proposing(text: String)
    /// Waits until a person has decided on a proposal.
    case deciding(proposal: Int)
    /// Looks at what was decided.
    case judging(Result<ScreenReading, ServiceReply.Refusal>, proposal: Int)
    /// Asks which feature a session has whose screen can't be shown.
    case identifying(ServiceReply.Refusal)
    case appearing(ScreenReport)
    case restoring
    case showing(Told)
    case explaining(ScreenReport)
    case listing
    case ending

    /// Whether the session was to be changed.
    var isChange: Bool {
      switch self {
      case .trying, .changing, .proposing, .restoring: true
      default: false
      }
    }
  }

  /// What the agent is told besides the screen.
  private struct Told: Sendable {
    var notes: [String] = []
    var isError = false
    /// The version since which changes are told.
    var base: Int?
    /// The version in which the session was created or brought back, if a repeated call gets the response to
    /// the first one.
    var made: Int?
  }

  private let call: ToolCall
  private var stage = Stage.beginning
  /// The version that the agent knows, as far as it is known.
  private var base: Int?
  /// The screen of that version, as far as it is known.
  private var before: ScreenReading?
  /// The version that the session had before the change, as far as it is known.
  private var last: Int?
  /// The levels that were there before, whose appearance was told.
  private var shown: [Level] = []

  init(_ call: ToolCall) {
    self.call = call
    base = call.version
  }

  /// A call with a key may have been done before, on another screen.
  var screen: String? { call.key == nil && call.isUse ? call.session : nil }

  mutating func next(after reply: ServiceReply?) -> AgentStep {
    guard let reply else { return begin(on: nil) }
    switch stage {
    case .beginning: return begin(on: reply.screen)
    case .finding: return find(reply)
    case .probing(let mistake, let screen): return probe(reply, mistake, screen)
    case .trying where reply.status == 412: return look()
    case .trying, .changing: return change(reply)
    case .proposing(let text): return propose(reply, text)
    case .deciding(let proposal): return decide(reply, proposal)
    case .judging(let screen, let proposal): return judge(reply, screen, proposal)
    case .identifying(let refusal): return send(reply, refusal)
    case .appearing(let report): return appear(report)
    case .restoring: return restore(reply)
    case .showing(let told): return show(reply, told)
    case .explaining(var report):
      if reply.isSuccess {
        report.changes = StateChanges.lines(of: try? JSONNode(decoding: reply.content))
      } else if let before {
        // The history has no snapshot of many versions.
        report.changes = StateChanges.lines(from: before, to: report.screen)
      }
      return .finish(report.result)
    case .listing: return list(reply)
    case .ending: return end(reply)
    }
  }

  private mutating func begin(on known: ScreenReading?) -> AgentStep {
    if let proposal = call.proposed {
      base = proposal
      return go(to: .deciding(proposal: proposal), asking: call.decision(since: proposal))
    }
    switch call.tool {
    case .open(let feature): return go(to: .changing, asking: call.creation(of: feature))
    case .look:
      let since = call.number(.since)
      return go(to: .showing(Told(base: since)), asking: call.screen(since: since))
    case .press, .enter, .back, .send: return known.flatMap { use(known: $0) } ?? look()
    case .history: return go(to: .listing, asking: call.history)
    case .restore: return go(to: .restoring, asking: call.restoration)
    case .close: return go(to: .ending, asking: call.end)
    }
  }

  private mutating func go(to stage: Stage, asking request: ServiceRequest) -> AgentStep {
    self.stage = stage
    return .ask(request)
  }

  // MARK: Using a control

  /// Looks for the control on the present screen.
  private mutating func look() -> AgentStep { go(to: .finding, asking: call.screen()) }

  private mutating func find(_ reply: ServiceReply) -> AgentStep {
    guard let screen = reply.screen else {
      // An action needs no screen, and may lead to one that can be shown.
      if case .send = call.tool, let problem = reply.problem,
        problem.kind == ServiceReply.hiddenScreen
      {
        return go(to: .identifying(problem), asking: call.read)
      }
      return refuse(reply)
    }
    remember(screen)
    do throws(ToolCall.Mistake) {
      let use = try screen.use(of: call)
      let action = use.action.json
      guard let text = use.confirmed else {
        return go(to: .changing, asking: call.change(action))
      }
      return go(to: .proposing(text: text), asking: call.proposal(action, text: text))
    } catch {
      // The first call may have made the control go. No control's action is `null`.
      guard call.usesControl, call.key != nil else { return finish(screen, error) }
      return go(to: .probing(error, screen), asking: call.change("null"))
    }
  }

  /// Sends an action to a session whose screen can't be shown, unless a person has to confirm it.
  private mutating func send(_ reply: ServiceReply, _ hidden: ServiceReply.Refusal) -> AgentStep {
    let session = reply.isSuccess ? try? JSONLiteral(decoding: reply.content) : nil
    guard let feature = session?["feature"]?.text else { return refuse(reply) }
    guard call.tool == .send(feature: feature) else {
      return .finish(.text(ToolCall.Mistake.foreignTool(feature).text, isError: true))
    }
    if call.confirming.contains(feature) { return .finish(hidden.unasked) }
    return go(to: .changing, asking: call.change((call[.action] ?? .null).json))
  }

  /// Notes what was there before the change.
  private mutating func remember(_ screen: ScreenReading) {
    base = call.version ?? screen.version
    before = base == screen.version ? screen : nil
    last = screen.version
    shown = screen.levels
  }

  /// Sends what a control does on a known screen, on condition that the session still has it: the
  /// service judges both at once. Nothing of the known screen is told before.
  ///
  /// - Returns: `nil` if the present screen has to be asked for.
  private mutating func use(known screen: ScreenReading) -> AgentStep? {
    guard call.version ?? screen.version == screen.version,
      let use = try? screen.use(of: call), use.confirmed == nil
    else { return nil }
    remember(screen)
    return go(to: .trying, asking: call.change(use.action.json, of: screen.version))
  }

  private mutating func probe(
    _ reply: ServiceReply, _ mistake: ToolCall.Mistake, _ screen: ScreenReading
  ) -> AgentStep {
    if reply.isSuccess { return tellDone(reply, screen.feature) }
    switch reply.problem?.kind {
    case ServiceReply.reusedKey, "request-in-progress":
      return .finish(.text(reply.problem?.text ?? "", isError: true))
    default: return finish(screen, mistake)
    }
  }

  /// Whether a response is that to the first call with the key.
  private func isRepeated(_ reply: ServiceReply, _ screen: ScreenReading) -> Bool {
    call.key != nil && (reply.made != nil || last.map { screen.version <= $0 } ?? false)
  }

  /// Shows the present screen after a call that was done before, or tells what has become of it if a person was
  /// asked.
  private mutating func tellDone(_ reply: ServiceReply, _ feature: String? = nil) -> AgentStep {
    if let feature, call.confirming.contains(feature), let made = reply.made ?? reply.version {
      return go(to: .deciding(proposal: made), asking: call.screen())
    }
    return go(to: .showing(Told(notes: [Self.isDone])), asking: call.screen())
  }

  private static let isDone =
    ProposalVerdict.done

  private func finish(_ screen: ScreenReading, _ mistake: ToolCall.Mistake) -> AgentStep {
    let report = ScreenReport(
      screen: screen, notes: [mistake.text + " Nothing was done."], isError: true)
    return .finish(report.result)
  }

  // MARK: Asking a person

  private mutating func propose(_ reply: ServiceReply, _ text: String) -> AgentStep {
    guard let screen = reply.screen else {
      guard let problem = reply.problem, problem.isDone else { return refuse(reply) }
      return .finish(
        .text(
          "Nothing was done yet: a person has to confirm it, and the screen on which they are asked can't be "
            + "shown. Only the inspector asks them. \(problem.detail)", isError: true))
    }
    // The proposal was made before, and a person may have decided since.
    if isRepeated(reply, screen) { return tellDone(reply, screen.feature) }
    return wait(for: screen.version, of: "\"\(text)\"", on: screen)
  }

  /// Has the client wait for a person's decision on a proposal.
  private func wait(for proposal: Int, of what: String, on screen: ScreenReading) -> AgentStep {
    if call.repeatsCalls { return .finish(waiting(for: proposal, of: screen.session)) }
    let note = """
      A person has to confirm \(what), whom the app asks now. Nothing was done yet. To learn what they \
      decide, call look with since \(proposal) and wait.
      """
    return .finish(ScreenReport(screen: screen, notes: [note]).result)
  }

  /// The result that has the client repeat its call.
  private func waiting(for proposal: Int, of session: String) -> RPCResult {
    RPCResult(kind: .inputRequired) { $0.member("requestState", "\(session) \(proposal)") }
  }

  /// Returns the version in which a repeated call waits for a person.
  static func proposal(in state: JSONLiteral, of session: String) -> Int? {
    let words = (state.text ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 2, words[0] == session, let version = Int(words[1]), version >= 0 else {
      return nil
    }
    return version
  }

  private mutating func decide(_ reply: ServiceReply, _ proposal: Int) -> AgentStep {
    if reply.status == 304 { return .finish(waiting(for: proposal, of: call.session)) }
    // What was decided may have led to a screen that can't be shown.
    if let problem = reply.problem, problem.kind == ServiceReply.hiddenScreen {
      return go(
        to: .judging(.failure(problem), proposal: proposal), asking: call.versions(of: proposal))
    }
    guard let screen = reply.screen else { return refuse(reply) }
    return go(
      to: .judging(.success(screen), proposal: proposal), asking: call.versions(of: proposal))
  }

  private mutating func judge(
    _ reply: ServiceReply, _ screen: Result<ScreenReading, ServiceReply.Refusal>, _ proposal: Int
  ) -> AgentStep {
    let page = reply.isSuccess ? try? JSONLiteral(decoding: reply.content) : nil
    let verdict = ProposalVerdict(page?["entries"]?.elements ?? [], of: proposal)
    if verdict == .pending, let screen = try? screen.get() {
      return wait(for: proposal, of: "this", on: screen)
    }
    // A first call whose answer was lost may have been done without asking anybody.
    let note = verdict.note(wasAsked: call.proposed != nil)
    switch screen {
    case .success(let screen):
      let report = ScreenReport(screen: screen, notes: [note.text], isError: note.isError)
      return explain(report, since: base)
    case .failure(let problem):
      return .finish(
        .text("\(note.text) The screen can't be shown. \(problem.detail)", isError: note.isError))
    }
  }

  // MARK: Changing

  private mutating func change(_ reply: ServiceReply) -> AgentStep {
    guard let screen = reply.screen else {
      // The first request with the key may have asked for something else than the screen.
      guard reply.isSuccess, call.key != nil else { return refuse(reply) }
      if !call.session.isEmpty { return tellDone(reply) }
      return .finish(.text("The key was used for another request.", isError: true))
    }
    // Each change makes a version: this is the response to the first call with the key.
    if isRepeated(reply, screen) { return tellDone(reply, screen.feature) }
    let report = ScreenReport(screen: screen)
    if let action = screen.top.json["appear"]?.literal,
      !shown.contains(where: { $0.id == screen.top.id })
    {
      return go(
        to: .appearing(report),
        asking: call.with(session: screen.session)
          .appearance(of: screen.top, action))
    }
    if case .open = call.tool, call.key != nil {
      // It may be the response to the first call, and the session may have changed since.
      return go(
        to: .showing(Told(made: screen.version)),
        asking: call.with(session: screen.session).screen())
    }
    return explain(report, since: base)
  }

  /// Shows the screen after the level has told that it is there.
  private mutating func appear(_ report: ScreenReport) -> AgentStep {
    let told = Told(notes: report.screen.issues.map { "The program reports: \($0)" }, base: base)
    return go(to: .showing(told), asking: call.with(session: report.screen.session).screen())
  }

  private mutating func restore(_ reply: ServiceReply) -> AgentStep {
    guard reply.isSuccess else { return refuse(reply) }
    let note = "Version \(call.number(.to) ?? 0) is back."
    return go(
      to: .showing(Told(notes: [note], base: base, made: call.key == nil ? nil : reply.version)),
      asking: call.screen())
  }

  private mutating func show(_ reply: ServiceReply, _ told: Told) -> AgentStep {
    if reply.status == 304 {
      let version = reply.version ?? told.base ?? 0
      return .finish(.text("Nothing has changed since version \(version).", isError: false))
    }
    guard let screen = reply.screen else {
      let notes = told.notes + [reply.problem?.text ?? "The screen can't be shown."]
      return .finish(.text(notes.joined(separator: "\n"), isError: true))
    }
    let isRepeated = told.made.map { $0 < screen.version } ?? false
    let report = ScreenReport(
      screen: screen, notes: isRepeated ? [Self.isDone] : told.notes, isError: told.isError)
    return explain(report, since: told.base)
  }

  /// Tells what has changed since a version, unless nothing has.
  private mutating func explain(_ report: ScreenReport, since base: Int?) -> AgentStep {
    let version = report.screen.version
    guard let base, base < version else { return .finish(report.result) }
    if let changes = report.screen.changes(since: base) {
      var report = report
      report.changes = StateChanges.lines(of: changes)
      return .finish(report.result)
    }
    return go(
      to: .explaining(report),
      asking: call.with(session: report.screen.session).changes(from: base, to: version))
  }

  // MARK: Refusals

  /// Tells why the service has refused a request, with the screen as it is now if that helps.
  private mutating func refuse(_ reply: ServiceReply) -> AgentStep {
    guard let problem = reply.problem else {
      return .finish(.text("The service has responded with \(reply.status).", isError: true))
    }
    if problem.isDone, let created = reply.created {
      return .finish(.text("The session is \(created). \(problem.text)", isError: false))
    }
    guard !call.session.isEmpty, [409, 412, 422].contains(reply.status), stage.isChange else {
      return .finish(.text(problem.text, isError: !problem.isDone))
    }
    return go(
      to: .showing(Told(notes: [problem.text], isError: true, base: base)), asking: call.screen())
  }

  // MARK: Without a screen

  private func list(_ reply: ServiceReply) -> AgentStep {
    guard reply.isSuccess, let page = try? JSONLiteral(decoding: reply.content) else {
      return .finish(.text(reply.problem?.text ?? "There is no history.", isError: true))
    }
    var lines = ["The present version is \(page["version"]?.json ?? "").", ScreenReport.notice]
    lines += page["entries"]?.elements.map { HistoryText.line(of: $0).onOneLine } ?? []
    return .finish(
      .text(lines.joined(separator: "\n"), isError: false, structure: reply.content))
  }

  private func end(_ reply: ServiceReply) -> AgentStep {
    if reply.isSuccess { return .finish(.text("The session is over.", isError: false)) }
    return .finish(.text(reply.problem?.text ?? "The session can't be ended.", isError: true))
  }
}

/// A version of a session's history as a line.
enum HistoryText {
  static func line(of entry: JSONLiteral) -> String {
    var text = "version \(entry["version"]?.json ?? ""), \(entry["time"]?.text ?? ""), "
    text += entry["cause"]?.text ?? ""
    let author = [entry["agent"] == true ? "an agent" : nil, entry["principal"]?.text]
      .compactMap(\.self).joined(separator: " of ")
    if !author.isEmpty { text += " (\(author))" }
    if let restored = entry["restored"] { text += " of version \(restored.json)" }
    if let action = entry["action"] ?? entry["proposal"] { text += ": " + action.json }
    if entry["snapshot"] == false { text += " (can't be restored)" }
    return text
  }
}

extension ServiceReply {
  /// The screen in a response; `nil` if it has none.
  var screen: ScreenReading? { known ?? (isSuccess ? ScreenReading(content) : nil) }

  /// A refusal of the service.
  struct Refusal: Error, Sendable {
    /// The kind of the problem: the last part of its type.
    let kind: String
    /// What happened, for an agent.
    let text: String
    /// What the service says about it.
    var detail = ""
    /// Whether the request was done all the same.
    var isDone = false

    /// The result of a call that a person would have to confirm on a screen that can't be shown.
    var unasked: RPCResult {
      .text(
        "Nothing was done: a person has to confirm it, and the screen on which they are asked can't be shown. "
          + detail, isError: true)
    }
  }

  /// The refusal in a response (RFC 9457); `nil` if it has none.
  var problem: Refusal? {
    guard status >= 400, let json = try? JSONLiteral(decoding: content),
      let type = json["type"]?.text
    else { return nil }
    let kind = type.split(separator: "/").last.map(String.init) ?? type
    if kind == Self.hiddenScreen, let version = json["version"]?.json {
      let detail = json["detail"]?.text ?? ""
      return Refusal(
        kind: kind,
        text:
          "It was done: the session has version \(version). Its screen can't be shown. \(detail)",
        detail: detail, isDone: true)
    }
    if let text = Self.texts[kind] { return Refusal(kind: kind, text: text) }
    let title = json["title"]?.text ?? ""
    let pointer = json["pointer"]?.text.map { $0.isEmpty ? "" : " (at \($0))" } ?? ""
    return Refusal(kind: kind, text: "\(title). \(json["detail"]?.text ?? "")\(pointer)")
  }

  /// The kind of the problem of a screen that can't be shown.
  static let hiddenScreen = "screen-not-available"
  /// The kind of the refusal of a key that has another request.
  static let reusedKey = "reused-idempotency-key"

  /// What agents are told in place of advice for clients that speak HTTP.
  private static let texts = [
    "unknown-session": "There is no session with this id.",
    "ended-session": "The session is over. Open another one.",
    "version-mismatch": "The session has another version by now. Nothing was done. Decide again.",
    reusedKey: "The key was used for another call. A new call needs a new key.",
    "request-in-progress": "The first call with this key is still being done. Call again later.",
  ]
}
