/// The memory of this process, and what the system lets it have.
package enum ProcessMemory {
  /// The memory of this process that the system can't take back, in bytes: what is resident and in
  /// no file. 0 where the system does not tell.
  package static var usedBytes: Int { ProcessFiles.anonymousBytes }

  /// The memory that the system lets this process have, in bytes: the machine's, or less if a
  /// control group of Linux limits it. `nil` where the system does not tell.
  package static let limit: Int? = limit { ProcessFiles.text(of: $0) }

  /// Returns the smallest of the limits in the files of Linux.
  ///
  /// - Parameter text: Returns the content of a file, or `nil` if there is none.
  package static func limit(readingWith text: (_ path: String) -> String?) -> Int? {
    var limits: [Int] = []
    if let machine = machineBytes(in: text("/proc/meminfo") ?? "") { limits.append(machine) }
    for line in (text("/proc/self/cgroup") ?? "").split(separator: "\n") {
      // The number of the hierarchy, its controllers, and the path of the group.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if parts[1].isEmpty {
        limits += groupLimits(at: parts[2], below: "/sys/fs/cgroup", "memory.max", text)
      } else if parts[1].split(separator: ",").contains("memory") {
        limits += groupLimits(
          at: parts[2], below: "/sys/fs/cgroup/memory", "memory.limit_in_bytes", text)
      }
    }
    return limits.min()
  }

  /// Returns the limits of a control group and of the groups around it. A group without a limit has
  /// the word `max` (version 2) or a number larger than any memory (version 1).
  private static func groupLimits(
    at path: Substring, below root: String, _ file: String, _ text: (String) -> String?
  ) -> [Int] {
    var names = path.split(separator: "/")
    var limits: [Int] = []
    while true {
      let folder = names.reduce(root) { $0 + "/" + $1 }
      if let limit = text("\(folder)/\(file)").flatMap({ Int($0.prefix(while: \.isNumber)) }),
        limit > 0
      {
        limits.append(limit)
      }
      if names.popLast() == nil { return limits }
    }
  }

  /// Returns the number in a line such as `MemTotal:  16384 kB`, in bytes.
  private static func machineBytes(in text: String) -> Int? {
    let words = text.split(separator: "\n").first { $0.hasPrefix("MemTotal:") }?
      .split(separator: " ")
    guard let words, words.count > 1, let kilobytes = Int(words[1]) else { return nil }
    let bytes = kilobytes.multipliedReportingOverflow(by: 1024)
    return bytes.overflow ? nil : bytes.partialValue
  }
}
