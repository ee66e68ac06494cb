import Testing

struct CasePathableExpansionTests {
  @Test("CasePathable writes a property for a case with one, several or no payloads")
  func caseWithAPayloadACase() {
    let expansion = Expansion(
      #"""
      @CasePathable
      enum Screen {
        case list([Item])
        case edit(name: String, isNew: Bool = false)
        case `default`
        indirect case nested(Self)
      }
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        enum Screen {
          case list([Item])
          case edit(name: String, isNew: Bool = false)
          case `default`
          indirect case nested(Self)

          nonisolated struct AllCasePaths: BackstackCasePaths.CasePathTable {
            var list: BackstackCasePaths.AnyCasePath<Screen, [Item]> {
              BackstackCasePaths.AnyCasePath(
                embed: Screen.list,
                extract: {
                  guard case let .list(v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            var edit: BackstackCasePaths.AnyCasePath<Screen, (name: String, isNew: Bool)> {
              BackstackCasePaths.AnyCasePath(
                embed: {
                  Screen.edit(name: $0.0, isNew: $0.1)
                },
                extract: {
                  guard case let .edit(v0, v1) = $0 else {
                    return nil
                  }
                  return (v0, v1)
                }
              )
            }
            var `default`: BackstackCasePaths.AnyCasePath<Screen, Void> {
              BackstackCasePaths.AnyCasePath(
                embed: { _ in
                  Screen.`default`
                },
                extract: {
                  guard case .`default` = $0 else {
                    return nil
                  }
                  return ()
                }
              )
            }
            var nested: BackstackCasePaths.AnyCasePath<Screen, Screen> {
              BackstackCasePaths.AnyCasePath(
                embed: Screen.nested,
                extract: {
                  guard case let .nested(v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            static var namedCases: [BackstackCasePaths.NamedCase<Screen>] {
              [
                BackstackCasePaths.NamedCase("list", \AllCasePaths.list),
                BackstackCasePaths.NamedCase("edit", \AllCasePaths.edit),
                BackstackCasePaths.NamedCase("default", \AllCasePaths.`default`),
                BackstackCasePaths.NamedCase("nested", \AllCasePaths.nested),
              ]
            }
            subscript(nameOf root: Screen) -> String {
              if case .list = root {
                return "list"
              }
              if case .edit = root {
                return "edit"
              }
              if case .`default` = root {
                return "default"
              }
              if case .nested = root {
                return "nested"
              }
              return ""
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Screen: nonisolated BackstackCasePaths.CasePathable {
        }
        """#)
  }

  @Test("CasePathable keeps #if conditions and access levels") func conditionsAndAccessAreKept() {
    let expansion = Expansion(
      #"""
      @CasePathable
      public enum Screen {
        #if DEBUG
          case debug(text: String)
        #endif
        case never(Never)
      }
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        public enum Screen {
          #if DEBUG
            case debug(text: String)
          #endif
          case never(Never)

          public nonisolated struct AllCasePaths: BackstackCasePaths.CasePathTable {
            #if DEBUG
            public var debug: BackstackCasePaths.AnyCasePath<Screen, String> {
              BackstackCasePaths.AnyCasePath(
                embed: Screen.debug(text:),
                extract: {
                  guard case let .debug(v0) = $0 else {
                    return nil
                  }
                  return v0
                }
              )
            }
            #endif
            public var never: BackstackCasePaths.AnyCasePath<Screen, Never> {
              .impossible
            }
            public static var namedCases: [BackstackCasePaths.NamedCase<Screen>] {
              var cases: [BackstackCasePaths.NamedCase<Screen>] = []
              #if DEBUG
              cases.append(BackstackCasePaths.NamedCase("debug", \AllCasePaths.debug))
              #endif
              cases.append(BackstackCasePaths.NamedCase("never", \AllCasePaths.never))
              return cases
            }
            public subscript(nameOf root: Screen) -> String {
              #if DEBUG
              if case .debug = root {
                return "debug"
              }
              #endif
              if case .never = root {
                return "never"
              }
              return ""
            }
          }

          public nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        extension Screen: nonisolated BackstackCasePaths.CasePathable {
        }
        """#)
  }

  @Test("CasePathable writes types for the case paths of a generic type")
  func inAGenericTypeTheCase() {
    let expansion = Expansion(
      #"""
      struct Feature<Value> {
        @CasePathable
        enum Action {
          case close
          case set(Value)
        }
      }
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        struct Feature<Value> {
          enum Action {
            case close
            case set(Value)

            nonisolated struct AllCasePaths: BackstackCasePaths.CasePathTable {
              var close: BackstackCasePaths.AnyCasePath<Action, Void> {
                BackstackCasePaths.AnyCasePath(_close.self)
              }
              private enum _close: BackstackCasePaths.CaseFunctions {
                static func embed(_ value: Void) -> Action {
                  Action.close
                }
                static func extract(from root: Action) -> (Void)? {
                  guard case .close = root else {
                    return nil
                  }
                  return ()
                }
              }
              var set: BackstackCasePaths.AnyCasePath<Action, Value> {
                BackstackCasePaths.AnyCasePath(_set.self)
              }
              private enum _set: BackstackCasePaths.CaseFunctions {
                static func embed(at value: UnsafePointer<Value>) -> Action {
                  Action.set(value.pointee)
                }
                static func extract(from root: Action) -> (Value)? {
                  guard case let .set(v0) = root else {
                    return nil
                  }
                  return v0
                }
              }
              static var namedCases: [BackstackCasePaths.NamedCase<Action>] {
                [
                  BackstackCasePaths.NamedCase("close", \AllCasePaths.close),
                  BackstackCasePaths.NamedCase("set", \AllCasePaths.set),
                ]
              }
              subscript(nameOf root: Action) -> String {
                if case .close = root {
                  return "close"
                }
                if case .set = root {
                  return "set"
                }
                return ""
              }
            }

            nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
        }

        extension Feature.Action: nonisolated BackstackCasePaths.CasePathable {
        }
        """#)
  }

  @Test("CasePathable writes an empty table for an enum without cases")
  func enumWithoutCasesHasAnEmpty() {
    let expansion = Expansion(
      #"""
      @CasePathable
      enum Action {}
      """#)
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source == #"""
        enum Action {

          nonisolated struct AllCasePaths: BackstackCasePaths.CasePathTable {

            static var namedCases: [BackstackCasePaths.NamedCase<Action>] {
              [
              ]
            }
            subscript(nameOf root: Action) -> String {

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

  @Test(
    "A bindable action gets the property of its case binding",
    arguments: [
      ("BindableAction", "case binding(BindingAction<State>)", true),
      ("Codable, BindableAction", "case `binding`(BindingAction<State>)", true),
      ("BindableAction", "case other(BindingAction<State>)", false),
      ("BindableAction", "case binding(of: BindingAction<State>)", false),
      ("Codable", "case binding(BindingAction<State>)", false),
      (
        "BindableAction",
        "case binding(BindingAction<State>)\n  var binding: BindingAction<State>? { nil }", true
      ),
    ])
  func binding(inherited: String, members: String, isGenerated: Bool) {
    let expansion = Expansion("@CasePathable\npublic enum Action: \(inherited) { \(members) }")
    #expect(expansion.diagnostics == [])
    #expect(
      expansion.source.contains("public nonisolated var _binding: BindingAction<State>? {")
        == isGenerated)
  }
}
