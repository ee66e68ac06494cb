/// A generator of one client's requests from a seed: most of them are valid, some are malicious.
struct SoakPlan {
  static let piece = [UInt8](repeating: 0x70, count: 1500)

  private let port: Int
  private var numbers: SoakNumbers
  private var client: SoakClient

  init(port: Int, seed: UInt64) throws(SoakFailure) {
    self.port = port
    numbers = SoakNumbers(state: seed)
    client = try SoakClient(port: port)
  }

  /// Performs the next step.
  ///
  /// - Returns: The number of requests that received responses.
  mutating func step() throws(SoakFailure) -> Int {
    switch numbers.below(100) {
    case 0..<60: return try getMany()
    case 60..<75: return try echo()
    case 75..<84: return try stream()
    case 84..<92: return try upload()
    case 92..<95: return try expect("late", get("/late"))
    default:
      try misbehave()
      client = try SoakClient(port: port)
      return 0
    }
  }

  private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: soak\r\n\r\n" }

  private func expect(_ content: String, _ request: String) throws(SoakFailure) -> Int {
    client.send(request)
    try check(try client.receive() == Array(content.utf8), content)
    return 1
  }

  private func check(_ isRight: Bool, _ what: String) throws(SoakFailure) {
    if !isRight { throw SoakFailure(description: "Another content than expected: \(what)") }
  }

  /// Sends several requests at once, as a client that pipelines does.
  private mutating func getMany() throws(SoakFailure) -> Int {
    let count = 1 + numbers.below(16)
    client.send(String(repeating: get("/fixed"), count: count))
    for _ in 0..<count { try check(try client.receive() == Array("fixed".utf8), "fixed") }
    return count
  }

  private mutating func echo() throws(SoakFailure) -> Int {
    let limit = numbers.below(8) == 0 ? 65_536 : 2048
    let content = [UInt8](repeating: 0x65, count: numbers.below(limit))
    client.send(
      Array("POST /echo HTTP/1.1\r\nHost: soak\r\nContent-Length: \(content.count)\r\n\r\n".utf8)
        + content)
    try check(try client.receive() == content, "echo of \(content.count)")
    return 1
  }

  private mutating func stream() throws(SoakFailure) -> Int {
    let count = numbers.below(20)
    client.send(get("/stream/\(count)"))
    try check(try client.receive().count == count * Self.piece.count, "stream of \(count)")
    return 1
  }

  private mutating func upload() throws(SoakFailure) -> Int {
    let count = numbers.below(50_000)
    let content = [UInt8](repeating: 0x75, count: count)
    if numbers.below(2) == 0 {
      client.send(
        Array("PUT /upload HTTP/1.1\r\nHost: soak\r\nContent-Length: \(count)\r\n\r\n".utf8)
          + content)
    } else {
      client.send("PUT /upload HTTP/1.1\r\nHost: soak\r\nTransfer-Encoding: chunked\r\n\r\n")
      if count > 0 { client.send(String(count, radix: 16) + "\r\n") }
      if count > 0 { client.send(content + [13, 10]) }
      client.send("0\r\n\r\n")
    }
    try check(try client.receive() == Array("\(count)".utf8), "upload of \(count)")
    return 1
  }

  /// Ends the connection improperly, or sends an invalid request.
  private mutating func misbehave() throws(SoakFailure) {
    switch numbers.below(8) {
    case 0: break
    case 1: client.send("GET /fixed HT")
    case 2: client.send(String(repeating: get("/fixed"), count: 5))
    case 3: client.send(get("/late"))
    case 4: client.send(get("/stream/1000"))
    case 5: client.send("PUT /upload HTTP/1.1\r\nHost: soak\r\nContent-Length: 9999\r\n\r\nhello")
    case 6:
      client.send(get("/stream/3"))
      client.endSending()
      _ = try client.receive()
      client.receiveEnd()
    default:
      client.send("GET /fixed HTTP/1.1\r\nHost : soak\r\n\r\n")
      _ = try client.receive(status: 400)
      client.receiveEnd()
    }
    if numbers.below(4) > 0 { client.reset() }
  }
}

/// A generator of random numbers (SplitMix64).
struct SoakNumbers {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return Int(word % UInt64(max(1, bound)))
  }
}
