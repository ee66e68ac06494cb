import BackstackPlatform
extension HTTPResponder {
  /// Whether work on the request is futile: its connection was reset or timed out before the
  /// response, or the server was stopped.
  ///
  /// A client that only closes its sending side is not gone, as it may still read, unless the
  /// response waits (``beginWaiting()``). The system reports that a client has closed both sides at
  /// the latest after something was sent to it. The first access only registers for the
  /// notification and, while the server runs, returns `false`.
  ///
  /// - Complexity: O(1). The first access allocates; requests without an access have no cost.
  public var isCancelled: Bool { watching.isCancelled }

  /// Calls a closure once when work on the request is futile; see ``isCancelled``.
  ///
  /// The closure is called on any thread and must not wait. It is released after the response.
  public func onCancel(_ action: @escaping @Sendable () -> Void) { watching.add(action) }

  /// Streams a request's content to `sink`, from the first byte; see
  /// ``HTTPContentPolicy/streamed(upTo:)``. Without a policy, ``HTTPLimits/bodyBytes`` is the
  /// limit.
  ///
  /// If the request has no content, or its content was collected, the sink completes at once. A
  /// second sink, or one for a request that was finished or cancelled, only gets
  /// ``HTTPStreamSink/finish(_:)`` with ``HTTPStreamOutcome/cancelled``.
  public func receive(_ sink: any HTTPStreamSink) {
    if isInline, inlineSink == nil {
      inlineSink = sink
    } else if !responseSink.post(.receive(sink, token: token, number: number)) {
      sink.finish(.cancelled)
    }
  }

  /// Replaces ``HTTPTimeouts/response`` for this request; `nil` for no limit. The time begins now,
  /// and again when streamed content is complete.
  public func limitResponseTime(to limit: Duration?) {
    let nanoseconds = limit?.clampedNanoseconds ?? .max
    if isInline {
      inlineLimit = nanoseconds
    } else {
      responseSink.post(.limitResponseTime(nanoseconds, token: token, number: number))
    }
  }

  /// Notes that the response may wait for a long time, like that of a long poll or a stream of
  /// events. Call this before responding.
  ///
  /// From now on, a client that closes its sending side counts as gone once nothing is left to send
  /// to it: the connection is closed, the work cancelled, and the request logged with status 499 or
  /// its stream ended. Without this call, a client that has closed its sending side gets its
  /// response.
  public func beginWaiting() {
    if isInline {
      inlineWaits = true
    } else {
      responseSink.post(.waits(token: token, number: number))
    }
  }

  private var watching: HTTPCancellation {
    let (cancellation, isNew) = makeCancellation()
    if isNew, !isInline,
      !responseSink.post(.watch(cancellation, token: token, number: number))
    {
      cancellation.cancel()
    }
    return cancellation
  }
}
