extension Result where Failure == any Error {
  /// Creates the result of asynchronous work: `await send(.response(Result { try await load() }))`.
  public init(catching body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
