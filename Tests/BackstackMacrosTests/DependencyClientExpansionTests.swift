import Testing

struct DependencyClientExpansionTests {
  @Test("A dependency client has an initializer for all, and one with unimplemented endpoints")
  func clientHasAnInitializer() {
    let expansion = Expansion(
      #"""
      @DependencyClient
      public struct Client {
        public var fetch: @Sendable (_ id: Int, String) async throws -> User
        public var isOn: () -> Bool = { false }
        public let name: String
        var count = 1
        static let live = Client()
        var twice: Int { count * 2 }
      }
      """#)
    #expect(
      expansion.source == #"""
        public struct Client {
          public var fetch: @Sendable (_ id: Int, String) async throws -> User

          public func fetch(id p0: Int, _ p1: String) async throws -> User {
            try await self.fetch(p0, p1)
          }
          public var isOn: () -> Bool = { false }
          public let name: String
          var count = 1
          static let live = Client()
          var twice: Int { count * 2 }

          init(
            fetch: @escaping @Sendable (_ id: Int, String) async throws -> User,
            isOn: @escaping () -> Bool,
            name: String,
            count: Swift.Int = 1
          ) {
            self.fetch = fetch
            self.isOn = isOn
            self.name = name
            self.count = count
          }

          init(
            name: String,
            count: Swift.Int = 1
          ) {
            self.fetch = { _, _ in
              BackstackDependencies._reportUnimplemented("Client.fetch")
              throw BackstackDependencies.Unimplemented("Client.fetch")
            }
            self.isOn = {
              BackstackDependencies._reportUnimplemented("Client.isOn")
              return false
            }
            self.name = name
            self.count = count
          }
        }
        """#)
    #expect(expansion.diagnostics.isEmpty)
  }

  @Test("The isolation of an endpoint comes before its attributes, and its method has it, too")
  func isolation() {
    let source = Expansion(
      """
      @DependencyClient
      struct Client {
        var load: nonisolated(nonsending) @Sendable (_ id: Int) async throws -> Int
      }
      """
    ).source
    #expect(
      source.contains(
        "load: nonisolated(nonsending) @escaping @Sendable (_ id: Int) async throws -> Int\n"))
    #expect(source.contains("nonisolated(nonsending) func load(id p0: Int) async throws -> Int {"))
  }

  @Test("A client's initializers have the lowest access level of client and properties")
  func initializersAreAsPublic() {
    func access(_ client: String, _ property: String) -> Bool {
      let source = "@DependencyClient\n\(client)struct Client {\n\(property)var a: () -> Void\n}"
      return Expansion(source).source.contains("  \(property)init(")
    }
    #expect(access("public ", "public "))
    #expect(access("public ", "package "))
    #expect(access("public ", "private "))
    #expect(access("", "fileprivate "))
  }

  @Test("A dependency client without endpoints has one initializer")
  func clientWithoutEndpointsHasOneInitializer() {
    let source = Expansion("@DependencyClient\nstruct Client {\nvar a: Int\n}").source
    #expect(source.split(separator: "init(").count == 2)
  }

  @Test("A closure that is not an endpoint is treated like any other property")
  func closureThatIsNoEndpoint() {
    let source = Expansion(
      #"""
      @DependencyClient
      struct Client {
        var fetch: () -> Void
        @DependencyEndpointIgnored var log: (_ text: String) -> Void = noLog
        @DependencyEndpointIgnored var make: () -> Int
      }
      """#
    ).source
    #expect(!source.contains("func log"))
    #expect(
      source.contains(
        #"""
          init(
            log: @escaping (_ text: String) -> Void = noLog,
            make: @escaping () -> Int
          ) {
            self.fetch = {
              BackstackDependencies._reportUnimplemented("Client.fetch")
            }
            self.log = log
            self.make = make
          }
        """#))
  }

  @Test("The macro keeps an endpoint's default that has several statements or never returns")
  func defaultOfSeveralStatements() {
    let expansion = Expansion(
      #"""
      @DependencyClient
      struct Client {
        var one: (Int) -> Int = { number in
          let twice = number * 2
          return twice
        }
        var two: () -> Int = { fatalError() }
        var three: () -> Int = makeThree
        var four: () -> Void = { print() }
      }
      """#)
    #expect(
      expansion.source.contains(
        #"""
            self.one = { number in
              BackstackDependencies._reportUnimplemented("Client.one")
              let twice = number * 2
              return twice
            }
            self.two = {
              BackstackDependencies._reportUnimplemented("Client.two")
              fatalError()
            }
            self.three = makeThree
            self.four = {
              BackstackDependencies._reportUnimplemented("Client.four")
              print()
            }
        """#))
  }

  @Test("An endpoint that can't throw and returns a value needs a default")
  func endpointThatCantThrowAndReturns() {
    let expansion = Expansion(
      #"""
      @DependencyClient
      struct Client {
        var count: (String, Int) async -> Int
        var date: () throws(Failure) -> Date
      }
      """#)
    #expect(
      expansion.diagnostics == [
        #"""
        3:7: 'count' can't throw and returns 'Int', so it needs a default value for 'Client()', which is used when a test calls it without overriding it; any value will do -> Insert '= { _, _ in <#Int#> }'
        """#,
        #"""
        4:7: 'date' can't throw and returns 'Date', so it needs a default value for 'Client()', which is used when a test calls it without overriding it; any value will do -> Insert '= { <#Date#> }'
        """#,
      ])
    #expect(
      expansion.fixed == #"""
        @DependencyClient
        struct Client {
          var count: (String, Int) async -> Int = { _, _ in <#Int#> }
          var date: () throws(Failure) -> Date = { <#Date#> }
        }
        """#)
    #expect(!expansion.source.contains("init"))
  }

  @Test("Each property of a client needs a type and a separate declaration")
  func propertyNeedsAType() {
    let expansion = Expansion(
      #"""
      @DependencyClient
      struct Client {
        var count = makeCount()
        var a: () -> Void, b: () -> Void
      }
      """#)
    #expect(
      expansion.diagnostics == [
        """
        3:7: @DependencyClient needs the type of 'count', for the initializer -> Insert ': <#Type#>'
        """,
        "4:3: @DependencyClient needs a separate declaration for each property",
      ])
    #expect(expansion.fixed.contains("var count: <#Type#> = makeCount()"))
  }

  @Test("Only structs can be clients, and only closures can be endpoints")
  func onlyStructsAreClients() {
    #expect(
      Expansion("@DependencyClient\nclass Client {}").diagnostics == [
        "1:1: @DependencyClient can only be applied to a struct"
      ])
    #expect(
      Expansion("struct Client {\n@DependencyEndpoint var a: Int\n}").diagnostics == [
        "2:1: @DependencyEndpoint can only be applied to a closure"
      ])
    #expect(
      Expansion("struct A {\n@DependencyEndpoint(method: \"a b\") var a: () -> Void\n}").diagnostics
        == ["2:29: 'method' has to be the name of a method, as a literal"])
  }

  @Test("An endpoint's method has the closure's attributes, and the name that is set for it")
  func methodHasTheClosuresAttributes() {
    let expansion = Expansion(
      #"""
      struct Client {
        @DependencyEndpoint(method: "add")
        private var addNumber: @MainActor @Sendable (inout Int, @autoclosure () -> Int) -> Void
      }
      """#)
    #expect(
      expansion.source == #"""
        struct Client {
          private var addNumber: @MainActor @Sendable (inout Int, @autoclosure () -> Int) -> Void

          @MainActor private func add(_ p0: inout Int, _ p1: @autoclosure () -> Int) -> Void {
            self.addNumber(&p0, p1())
          }
        }
        """#)
  }
}
