extension StoreRecorder {
  /// Waits until a condition holds; it is evaluated after each event in the store.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time to wait.
  ///   - clock: The clock that measures `timeout`.
  ///   - condition: Evaluated under the store's lock.
  /// - Returns: Whether the condition held in time; `false` also if the waiting task was cancelled.
  func wait(
    timeout: Duration, clock: any Clock<Duration>, until condition: @escaping @Sendable () -> Bool
  ) async -> Bool {
    let id = tree.withLock {
      waiterCount += 1
      waiters[waiterCount] = Waiter(condition: condition)
      return waiterCount
    }
    // Detached: it has to run while the waiting test blocks its own executor.
    let timer = Task.detached {
      try? await clock.sleep(for: timeout)
      if !Task.isCancelled { self.giveUp(id) }
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        tree.withLock {
          let hasGivenUp = waiters[id]?.hasGivenUp == true
          let result = condition()
          if result || hasGivenUp {
            waiters[id] = nil
            continuation.resume(returning: result)
          } else {
            waiters[id]?.continuation = continuation
          }
        }
      }
    } onCancel: {
      giveUp(id)
    }
  }

  /// Resumes the waiters whose condition holds now.
  func didChange() {
    for (id, waiter) in waiters {
      guard let continuation = waiter.continuation, waiter.condition() else { continue }
      waiters[id] = nil
      continuation.resume(returning: true)
    }
  }

  private func giveUp(_ id: Int) {
    tree.withLock {
      if let continuation = waiters[id]?.continuation {
        waiters[id] = nil
        continuation.resume(returning: false)
      } else {
        waiters[id]?.hasGivenUp = true
      }
    }
  }
}
