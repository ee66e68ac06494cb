/// Compares features written with the library with the same domain written by hand, in one run.
@main
enum LibraryBenchmark {
  static func main() {
    print("CPU time of one repetition, the cheapest of several rounds.")
    measureElementActions()
    measurePushAndPop()
    measurePopOfAll()
    measureNesting()
    measureChain()
    measureLife()
  }
}
