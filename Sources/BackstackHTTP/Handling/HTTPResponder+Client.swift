extension HTTPResponder {
  /// Whether the work for the request is in vain: its connection was reset or timed out before the
  /// answer, or the server was stopped.
  ///
  /// A client that only closes its sending side is not gone, as it may still read, unless the answer
  /// waits (``beginWaiting()``); whether it has closed both is known only once the system tells, at the
  /// latest after something was sent to it.
  /// The first question only arranges to be told: it is answered `false`.
  ///
  /// - Complexity: O(1); the first use for a request allocates, and no request pays before it.
  public var isCancelled: Bool { watching.isCancelled }

  /// Calls a closure once when the work for the request is in vain; see ``isCancelled``.
  ///
  /// The closure is called on any thread, must not wait, and is let go of after the answer.
  public func onCancel(_ action: @escaping @Sendable () -> Void) { watching.add(action) }

  /// Gives a request's content to `sink`, from the first byte; see
  /// ``HTTPContentPolicy/streamed(upTo:)``. Without a policy there may be as much of it as
  /// ``HTTPLimits/bodyBytes`` says.
  ///
  /// A request without content, or whose content was collected, completes the sink at once. A second
  /// sink, or one for a request that was answered or has gone, is only finished as cancelled.
  public func receive(_ sink: any HTTPStreamSink) {
    if isInline, inlineSink == nil {
      inlineSink = sink
    } else if !host.post(.receive(sink, token: token, number: number)) {
      sink.finish(.cancelled)
    }
  }

  /// Replaces ``HTTPTimeouts/answer`` for this request; `nil` for no limit. The time begins now, and
  /// again when streamed content is complete.
  public func limitAnswer(to limit: Duration?) {
    let nanoseconds = limit?.clampedNanoseconds ?? .max
    if isInline {
      inlineLimit = nanoseconds
    } else {
      host.post(.limitAnswer(nanoseconds, token: token, number: number))
    }
  }

  /// Notes that the answer waits for what may not happen for long, as a long poll does and a stream of
  /// events. To be called before the answer is given.
  ///
  /// From now on a client that closes its sending side is taken to have gone as soon as nothing is left
  /// to send to it: the connection is closed, the work cancelled and the request logged with status 499,
  /// or a stream ended. Without this, a client that has closed its sending side gets its answer.
  public func beginWaiting() {
    if isInline {
      inlineWaits = true
    } else {
      host.post(.waits(token: token, number: number))
    }
  }

  private var watching: HTTPCancellation {
    let (cancellation, isNew) = makeCancellation()
    if isNew, !isInline,
      !host.post(.watch(cancellation, token: token, number: number))
    {
      cancellation.cancel()
    }
    return cancellation
  }
}
