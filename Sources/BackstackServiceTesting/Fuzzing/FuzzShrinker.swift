import BackstackCoding

/// A shrinker that reduces steps as long as they still reproduce a finding.
struct FuzzShrinker {
  /// A change that makes steps smaller.
  private enum Reduction {
    case drop(step: Int)
    case put(FuzzStep, at: Int)
    case cut(step: Int, path: [JSONCodingKey])
    case set(step: Int, path: [JSONCodingKey], value: JSONLiteral)
  }

  /// The maximum number of attempts.
  private var attempts: Int
  /// A function that returns whether steps still reproduce the finding.
  private let shows: ([FuzzStep]) async throws -> Bool

  init(attempts: Int, shows: @escaping ([FuzzStep]) async throws -> Bool) {
    self.attempts = attempts
    self.shows = shows
  }

  /// Returns the smallest steps that were found.
  mutating func shrink(_ steps: [FuzzStep]) async throws -> [FuzzStep] {
    var steps = steps
    var isSmallest = false
    while !isSmallest, attempts > 0 {
      isSmallest = true
      for make in [Self.drops, Self.simplifications, Self.cuts, Self.plainValues, Self.smallValues]
      {
        let smaller = try await reduce(steps, make)
        if smaller != steps { isSmallest = false }
        steps = smaller
      }
    }
    return steps
  }

  /// Applies as many reductions of a kind as possible, at first many at once.
  private mutating func reduce(
    _ steps: [FuzzStep], _ make: ([FuzzStep]) -> [Reduction]
  ) async throws -> [FuzzStep] {
    var steps = steps
    var reductions = make(steps)
    var size = reductions.count
    while size > 0 {
      var index = 0
      while index < reductions.count, attempts > 0 {
        let chunk = reductions[index..<min(index + size, reductions.count)]
        let candidate = Self.apply(chunk, to: steps)
        if candidate != steps {
          attempts -= 1
          if try await shows(candidate) {
            steps = candidate
            reductions = make(steps)
            continue
          }
        }
        index += size
      }
      size /= 2
    }
    return steps
  }

  private static func apply(
    _ reductions: ArraySlice<Reduction>, to steps: [FuzzStep]
  ) -> [FuzzStep] {
    var steps: [FuzzStep?] = steps
    // Backwards, so that earlier positions stay valid.
    for reduction in reductions.reversed() {
      switch reduction {
      case .drop(let index): steps[index] = nil
      case .put(let step, let index): steps[index] = step
      case .cut(let index, let path): steps[index] = steps[index]?.editing(path, to: nil)
      case .set(let index, let path, let value):
        steps[index] = steps[index]?.editing(path, to: value)
      }
    }
    return steps.compactMap(\.self)
  }

  // MARK: Reductions

  private static func drops(_ steps: [FuzzStep]) -> [Reduction] {
    steps.indices.map { .drop(step: $0) }
  }

  private static func simplifications(_ steps: [FuzzStep]) -> [Reduction] {
    steps.enumerated().flatMap { index, step -> [Reduction] in
      switch step {
      case .send(let json, let asPatch):
        var simpler: [FuzzStep] = asPatch ? [.send(json, asPatch: false)] : []
        if let actions = step.content?.elements {
          simpler += actions.map { .send($0.json, asPatch: asPatch) }
        }
        return simpler.map { .put($0, at: index) }
      case .advance(let time):
        return [0, 1000, 10_000].filter { $0 < time }.map { .put(.advance($0), at: index) }
      case .restore(let version):
        return [0, 1].filter { $0 < version }.map { .put(.restore($0), at: index) }
      case .create, .begin, .resume, .readHistory: return []
      }
    }
  }

  /// Returns the values that can be removed from the contents of requests, each before the values
  /// inside of it.
  private static func cuts(_ steps: [FuzzStep]) -> [Reduction] {
    values(in: steps).compactMap { index, path, _ in
      path.isEmpty ? nil : .cut(step: index, path: path)
    }
  }

  private static func plainValues(_ steps: [FuzzStep]) -> [Reduction] {
    values(in: steps).compactMap { index, path, value in
      guard let plain = value.plain, plain != value else { return nil }
      return .set(step: index, path: path, value: plain)
    }
  }

  private static func smallValues(_ steps: [FuzzStep]) -> [Reduction] {
    values(in: steps).flatMap { index, path, value in
      value.smaller.map { .set(step: index, path: path, value: $0) }
    }
  }

  /// Returns all values in the contents of requests, with their paths.
  private static func values(
    in steps: [FuzzStep]
  ) -> [(step: Int, path: [JSONCodingKey], value: JSONLiteral)] {
    steps.enumerated().flatMap { index, step in
      (step.content?.values ?? []).map { (index, $0.path, $0.value) }
    }
  }
}

extension FuzzStep {
  /// The content of the request, if it is JSON.
  fileprivate var content: JSONLiteral? {
    switch self {
    case .create(let json), .send(let json, _): try? JSONLiteral(parsing: json.utf8)
    default: nil
    }
  }

  /// Returns the step with the value at a path of its content replaced or removed.
  fileprivate func editing(_ path: [JSONCodingKey], to value: JSONLiteral?) -> FuzzStep {
    guard var content else { return self }
    content.edit(path[...], to: value)
    switch self {
    case .create: return .create(content.json)
    case .send(_, let asPatch): return .send(content.json, asPatch: asPatch)
    default: return self
    }
  }
}

extension JSONLiteral {
  /// All values in this one, including itself, each before its children, with their paths.
  fileprivate var values: [(path: [JSONCodingKey], value: JSONLiteral)] {
    var values: [(path: [JSONCodingKey], value: JSONLiteral)] = [([], self)]
    switch self {
    case .object(let members):
      for member in members {
        values += member.value.values.map { ([.key(member.name)] + $0.path, $0.value) }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        values += element.values.map { ([.index(index)] + $0.path, $0.value) }
      }
    default: break
    }
    return values
  }

  fileprivate mutating func edit(_ path: ArraySlice<JSONCodingKey>, to value: JSONLiteral?) {
    guard let first = path.first else {
      if let value { self = value }
      return
    }
    switch (first, self) {
    case (.key(let name), .object):
      guard var child = self[name] else { return }
      child.edit(path.dropFirst(), to: value)
      self[name] = path.count == 1 ? value : child
    case (.index(let index), .array(var elements)):
      guard elements.indices.contains(index) else { return }
      if path.count == 1, value == nil {
        elements.remove(at: index)
      } else {
        elements[index].edit(path.dropFirst(), to: value)
      }
      self = .array(elements)
    default: break
    }
  }

  /// The simplest value of the same kind; `nil` if there is none.
  fileprivate var plain: JSONLiteral? {
    switch self {
    case .number: .number("0")
    case .bool: false
    case .array: []
    case .string(let text) where text.utf8.count == 36 && text.filter { $0 == "-" }.count == 4:
      "00000000-0000-0000-0000-000000000000"
    case .string(let text) where text.hasSuffix("Z") && text.contains("T"): "1970-01-01T00:00:00Z"
    case .string: ""
    case .object(let members) where members.count == 1 && members[0].value == [:]:
      .string(members[0].name)
    case .object, .null: nil
    }
  }

  /// Smaller values of the same kind, which need not be the simplest.
  fileprivate var smaller: [JSONLiteral] {
    switch self {
    case .number(let text):
      let numbers = ["0", "1", "-1", "2", "9223372036854775807", "-9223372036854775808"]
      // Only better known numbers that precede this one in the list, so that shrinking ends.
      return numbers.prefix { $0 != text }.map { .number($0) }
    case .string(let text) where text.unicodeScalars.count > 1:
      let scalars = text.unicodeScalars
      let half = scalars.count / 2
      return [
        .string(String(String.UnicodeScalarView(scalars.prefix(half)))),
        .string(String(String.UnicodeScalarView(scalars.suffix(scalars.count - half)))),
      ]
    default: return []
    }
  }
}
