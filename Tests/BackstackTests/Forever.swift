/// Waits until its task is cancelled: the work of an effect that ends only with its screen.
func forever() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
}
