/// Turns a struct of closures into a dependency: generates an initializer with all closures, and
/// one that leaves all of them unimplemented, which is suitable for a test value.
///
/// ```swift
/// @DependencyClient
/// struct UserClient: TestDependencyKey, Sendable {
///   var fetch: @Sendable (_ id: Int) async throws -> User
///   var isOnline: @Sendable () -> Bool = { false }
///
///   static let testValue = UserClient()
/// }
/// ```
///
/// An unimplemented closure reports an issue when it is called: "Unimplemented:
/// 'UserClient.fetch'". Then it runs its default if it has one. Otherwise it throws
/// ``Unimplemented`` if it can throw, or returns nothing or `nil`. A closure that can't throw and
/// returns something else needs a default. A default that is not written as a closure, such as the
/// name of a function, reports no issue.
///
/// If a closure's type names its parameters, `(_ id: Int)`, there is also a method with these
/// labels: `client.fetch(id: 1)`.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "BackstackMacros", type: "DependencyClientMacro")

/// Generates a method for a closure whose type names its parameters; ``DependencyClient()`` adds
/// it.
@attached(peer, names: overloaded)
public macro DependencyEndpoint() =
  #externalMacro(module: "BackstackMacros", type: "DependencyEndpointMacro")

/// Generates a method with a different name for a closure of a ``DependencyClient()``, so that
/// methods with different labels can share the name.
///
/// - Parameter method: The name of the method.
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String) =
  #externalMacro(module: "BackstackMacros", type: "DependencyEndpointMacro")

/// Marks a closure of a ``DependencyClient()`` that is never left unimplemented: each initializer
/// takes it as an argument, or it has its default.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "BackstackMacros", type: "MarkerMacro")
