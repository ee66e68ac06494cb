import Glibc

/// The process of the server under test, and the resources that it uses.
struct SoakTarget {
  let processID: pid_t
  let port: Int

  /// Starts another instance of this executable as the server.
  init() throws(SoakFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SoakFailure(description: "There is no pipe: error \(errno).")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      close(ends[0])
    }
    let words = [strdup("soak"), strdup("serve"), nil]
    defer { for case let word? in words { free(word) } }
    var processID: pid_t = 0
    let code = posix_spawn(&processID, "/proc/self/exe", &actions, nil, words, environ)
    close(ends[1])
    guard code == 0 else {
      throw SoakFailure(description: "The server can't be started: error \(code).")
    }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1, byte != 10 { line.append(byte) }
    guard let port = Int(String(decoding: line, as: UTF8.self)) else {
      throw SoakFailure(description: "The server has not said where it serves.")
    }
    self.processID = processID
    self.port = port
  }

  /// The resident memory, in kilobytes.
  var memory: Int {
    let pages = text("statm").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
  }

  /// The number of open descriptors.
  var descriptors: Int {
    guard let folder = opendir("/proc/\(processID)/fd") else { return 0 }
    defer { closedir(folder) }
    var count = -2  // Without "." and "..".
    while readdir(folder) != nil { count += 1 }
    return count
  }

  /// Stops the server and returns its exit code.
  func stop() -> Int32 {
    kill(processID, SIGTERM)
    var status: Int32 = 0
    waitpid(processID, &status, 0)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  private func text(_ file: String) -> String {
    let descriptor = open("/proc/\(processID)/\(file)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
