@main
enum StorageBenchmark {
  static func main() async {}
}
