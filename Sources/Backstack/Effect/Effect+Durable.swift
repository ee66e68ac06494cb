extension Effect {
  /// Creates an effect that sends an action immediately, as ``send(_:)`` does, and whose work goes
  /// on after a restart of the program that hosts the store.
  ///
  /// The action describes the work, and the reducer starts it:
  ///
  /// ```swift
  /// case .payButtonTapped:
  ///   state.isPaying = true
  ///   return .durable(id: "\(state.order.id)", .charge(state.order))
  /// case .charge(let order):
  ///   return .run { send in
  ///     let receipt = try await payments.charge(order, idempotencyKey: "\(order.id)")
  ///     await send(.charged(receipt))
  ///   } catch: { error, send in
  ///     await send(.paymentFailed("\(error)"))
  ///   }
  /// ```
  ///
  /// The host stores the action together with the state, and only then do its effects run. They are
  /// pending until one of them sends an action, which is stored together with the end of that; or
  /// until all have ended or were cancelled. A host that starts while they are pending sends the
  /// action again. So the work is done at least once: hand the id on, so that a repetition can be
  /// recognized.
  ///
  /// In a store that nothing hosts, and in tests, the effect is a ``send(_:)`` that is ignored while
  /// an effect with its id is pending.
  ///
  /// - Parameters:
  ///   - id: The id of the work, unique in the store. While work with this id is pending, the effect
  ///     does nothing.
  ///   - action: The action, which must be `Codable` in a store that is hosted. A client could send
  ///     it, too, unless it is marked `@ServerOnly`.
  public static func durable(id: String, _ action: Action) -> Self {
    Self(.durable(id: id, action))
  }
}
