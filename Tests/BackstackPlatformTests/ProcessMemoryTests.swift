import Testing

@testable import BackstackPlatform

@Suite("The memory of a process")
struct ProcessMemoryTests {
  /// The files of a machine with 16 GiB.
  private static let machine = [
    "/proc/meminfo": "MemTotal:       16777216 kB\nMemFree:        123 kB\n"
  ]

  private func limit(_ files: [String: String]) -> Int? {
    ProcessMemory.limit { files[$0] ?? Self.machine[$0] }
  }

  @Test("Without a control group, it is the machine's")
  func machine() {
    #expect(limit([:]) == 16 << 30)
    #expect(limit(["/proc/self/cgroup": "0::/\n"]) == 16 << 30)
    #expect(ProcessMemory.limit { _ in nil } == nil)
    for text in ["", "MemTotal:", "MemTotal: many kB", "MemTotal: 9223372036854775807 kB"] {
      #expect(ProcessMemory.limit { $0 == "/proc/meminfo" ? text : nil } == nil)
    }
  }

  @Test("The smallest limit of a control group and those around it counts")
  func groups() {
    let group = ["/proc/self/cgroup": "0::/a.slice/b.service\n"]
    func limit(_ own: String, _ outer: String) -> Int? {
      self.limit(
        group.merging([
          "/sys/fs/cgroup/a.slice/b.service/memory.max": own,
          "/sys/fs/cgroup/a.slice/memory.max": outer,
        ]) { $1 })
    }
    #expect(limit("629145600\n", "max\n") == 629_145_600)
    #expect(limit("max\n", "1048576\n") == 1_048_576)
    #expect(limit("4096\n", "1048576\n") == 4096)
    #expect(limit("max\n", "max\n") == 16 << 30)
    #expect(limit("99999999999999999999\n", "\n") == 16 << 30)
  }

  @Test("In a container, the root of what is visible has the limit")
  func container() {
    #expect(
      limit(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "536870912\n"])
        == 512 << 20)
    // The path is outside of what is visible here.
    #expect(
      limit(["/proc/self/cgroup": "0::/docker/12\n", "/sys/fs/cgroup/memory.max": "536870912\n"])
        == 512 << 20)
  }

  @Test("The first version of control groups is known, too")
  func first() {
    let lines = "12:pids:/a\n5:cpu,memory:/a:b\n1:name=systemd:/a\n"
    let file = "/sys/fs/cgroup/memory/a:b/memory.limit_in_bytes"
    #expect(limit(["/proc/self/cgroup": lines, file: "629145600\n"]) == 629_145_600)
    #expect(limit(["/proc/self/cgroup": lines, file: "9223372036854771712\n"]) == 16 << 30)
  }

  #if os(Linux)
    @Test("This process uses some memory, and less than it may")
    func own() throws {
      let limit = try #require(ProcessMemory.limit)
      #expect((1 << 20..<limit).contains(ProcessMemory.usedBytes))
      #expect(ProcessMemory.usedBytes <= ProcessFiles.residentBytes(ofProcess: SystemProcess.id))
    }

    @Test("Memory that is used counts")
    func grown() {
      let before = ProcessMemory.usedBytes
      let bytes = [UInt8](repeating: 1, count: 256 << 20)
      #expect(ProcessMemory.usedBytes > before + 128 << 20)
      #expect(bytes.last == 1)
    }
  #endif
}
