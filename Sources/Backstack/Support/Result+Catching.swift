extension Result where Failure == any Error {
  /// What asynchronous work returns or throws: `await send(.response(Result { try await load() }))`.
  public init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
