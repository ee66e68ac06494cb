extension StoreRecorder {
  /// Waits until a condition holds, which is asked for after whatever happens in the store.
  ///
  /// - Parameters:
  ///   - timeout: How long it may take.
  ///   - clock: The clock that measures it.
  ///   - condition: Asked under the lock of the store.
  /// - Returns: Whether it held in time; `false`, too, when the waiting task was cancelled.
  func wait(
    timeout: Duration, clock: any Clock<Duration>, until condition: @escaping @Sendable () -> Bool
  ) async -> Bool {
    let id = tree.withLock {
      waiterCount += 1
      waiters[waiterCount] = Waiter(condition: condition)
      return waiterCount
    }
    // Detached: it has to run while whoever waits holds up its own executor.
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

  /// Resumes who waits for what has come about.
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
