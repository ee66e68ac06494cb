/// Makes a dependency of a struct of closures: with an initializer for all of them, and one that
/// leaves all of them unimplemented, which is what a test value is.
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
/// A closure that is unimplemented reports an issue when it is called, "Unimplemented:
/// 'UserClient.fetch'". Then it throws ``Unimplemented`` if it can throw, returns what its default
/// returns if it has one, else nothing or `nil`. A closure that can't throw and returns something
/// else needs a default.
///
/// Where a closure's type names its parameters, `(_ id: Int)`, there is a method with these labels,
/// too: `client.fetch(id: 1)`.
@attached(member, names: named(init))
@attached(memberAttribute)
public macro DependencyClient() =
  #externalMacro(module: "BackstackMacros", type: "DependencyClientMacro")

/// Makes a method of a closure whose type names its parameters; ``DependencyClient()`` adds it.
@attached(peer, names: overloaded)
public macro DependencyEndpoint() =
  #externalMacro(module: "BackstackMacros", type: "DependencyEndpointMacro")

/// Makes a method of another name of a closure of a ``DependencyClient()``, so that methods with
/// different labels can share it.
///
/// - Parameter method: The name of the method.
@attached(peer, names: arbitrary)
public macro DependencyEndpoint(method: String) =
  #externalMacro(module: "BackstackMacros", type: "DependencyEndpointMacro")

/// Marks a closure of a ``DependencyClient()`` as one that is not left unimplemented: each initializer
/// takes it, or it has its default.
@attached(peer)
public macro DependencyEndpointIgnored() =
  #externalMacro(module: "BackstackMacros", type: "MarkerMacro")
