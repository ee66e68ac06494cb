import Testing

struct CaseCodingExpansionTests {
  @Test("CasePathable writes the wire format's coding for a Codable enum")
  func enumThatIsCodableIsCoded() {
    let expansion = Expansion(
      #"""
      @CasePathable
      package enum Action: Codable, Equatable {
        /// Closes it.
        case close
        case counter(Counter.Action)
        case push(id: Int?, title: String = "untitled")
        case never(Never)
        @ServerOnly case loaded([Int])
      }
      """#,
      macros: ["CasePathable", "ServerOnly"])
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        package enum Action: Codable, Equatable {
          /// Closes it.
          case close
          case counter(Counter.Action)
          case push(id: Int?, title: String = "untitled")
          case never(Never)
          case loaded([Int])

          package nonisolated struct AllCasePaths: BackstackCasePaths.CasePathTable {
            package var close: BackstackCasePaths.AnyCasePath<Action, Void> {
              BackstackCasePaths.AnyCasePath(
                embed: { _ in
                  Action.close
                },
                extract: {
                  guard case .close = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            package var counter: BackstackCasePaths.AnyCasePath<Action, Counter.Action> {
              BackstackCasePaths.AnyCasePath(
                embed: Action.counter,
                extract: {
                  guard case let .counter(v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            package var push: BackstackCasePaths.AnyCasePath<Action, (id: Int?, title: String)> {
              BackstackCasePaths.AnyCasePath(
                embed: {
                  Action.push(id: $0.0, title: $0.1)
                },
                extract: {
                  guard case let .push(v0, v1) = $0 else {
                    return nil
                  }
                  return (v0, v1)
                }
              )
            }
            package var never: BackstackCasePaths.AnyCasePath<Action, Never> {
              .impossible
            }
            package var loaded: BackstackCasePaths.AnyCasePath<Action, [Int]> {
              BackstackCasePaths.AnyCasePath(
                embed: Action.loaded,
                extract: {
                  guard case let .loaded(v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            package static var namedCases: [BackstackCasePaths.NamedCase<Action>] {
              [
                BackstackCasePaths.NamedCase("close", \AllCasePaths.close),
                BackstackCasePaths.NamedCase("counter", \AllCasePaths.counter),
                BackstackCasePaths.NamedCase("push", \AllCasePaths.push),
                BackstackCasePaths.NamedCase("never", \AllCasePaths.never),
                BackstackCasePaths.NamedCase("loaded", \AllCasePaths.loaded),
              ]
            }
            package subscript(nameOf root: Action) -> String {
              if case .close = root {
                return "close"
              }
              if case .counter = root {
                return "counter"
              }
              if case .push = root {
                return "push"
              }
              if case .never = root {
                return "never"
              }
              if case .loaded = root {
                return "loaded"
              }
              return ""
            }
          }

          package nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }

          package nonisolated func encode(to encoder: any Encoder) throws {
            var coder = BackstackCasePaths.CaseEncoder(encoder)
            if case .close = self {
              coder.encode(case: "close")
              return
            }
            if case let .counter(v0) = self {
              try coder.encode(case: "counter", payload: v0)
              return
            }
            if case let .push(v0, v1) = self {
              let fields = coder.fields(case: "push")
              try fields.encode(v0, "id")
              try fields.encode(v1, "title")
              return
            }
            if case let .loaded(v0) = self {
              try coder.encode(case: "loaded", payload: v0)
              return
            }
          }

          package nonisolated init(from decoder: any Decoder) throws {
            let coder = try BackstackCasePaths.CaseDecoder(from: decoder)
            if coder.isCase("close") {
              try coder.noPayload()
              self = .close
              return
            }
            if coder.isCase("counter") {
              self = try coder.payload((Counter.Action).self, Self.counter)
              return
            }
            if coder.isCase("push") {
              let fields = try coder.fields()
              self = .push(id: try fields.decode((Int?).self, label: "id"), title: try fields.decode((String).self, label: "title", default: "untitled"))
              return
            }
            if coder.isCase("loaded"), coder.decodesServerOnlyCases {
              self = try coder.payload(([Int]).self, Self.loaded)
              return
            }
            var known: [String] = []
            known.append("close")
            known.append("counter")
            known.append("push")
            if coder.decodesServerOnlyCases {
              known.append("loaded")
            }
            throw coder.unknownCase(known: known)
          }

          package nonisolated static func jsonSchema(in builder: BackstackCoding.SchemaBuilder) -> BackstackCoding.JSONSchema {
            builder.define(Self.self) {
              let cases = BackstackCoding.CasesSchema(builder)
              cases.add("close", description: "Closes it.")
              cases.add("counter", (Counter.Action).self)
              cases.add("push") { fields in
                fields.add("id", (Int?).self)
                fields.add(withDefault: "title", (String).self)
              }
              if builder.audience == .reader {
                cases.add("loaded", ([Int]).self)
              }
              return cases.schema
            }
          }
        }

        extension Action: nonisolated BackstackCasePaths.CasePathable {
        }
        """#)
  }

  @Test("CasePathable keeps handwritten coding")
  func oneDirectionAndMembersWritten() {
    let expansion = Expansion(
      #"""
      @CasePathable
      enum Action: Codable {
        case close
        func encode(to encoder: any Encoder) throws {}
        init(from decoder: any Decoder) throws { self = .close }
      }
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        enum Action: Codable {
          case close
          func encode(to encoder: any Encoder) throws {}
          init(from decoder: any Decoder) throws { self = .close }

          nonisolated struct AllCasePaths: BackstackCasePaths.CasePathTable {
            var close: BackstackCasePaths.AnyCasePath<Action, Void> {
              BackstackCasePaths.AnyCasePath(
                embed: { _ in
                  Action.close
                },
                extract: {
                  guard case .close = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            static var namedCases: [BackstackCasePaths.NamedCase<Action>] {
              [
                BackstackCasePaths.NamedCase("close", \AllCasePaths.close),
              ]
            }
            subscript(nameOf root: Action) -> String {
              if case .close = root {
                return "close"
              }
              return ""
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Action: nonisolated BackstackCasePaths.CasePathable {
        }
        """#)
  }
}
