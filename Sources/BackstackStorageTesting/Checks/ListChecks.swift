import BackstackStorage

extension StorageConformance {
  static let listChecks = [
    StorageCheck("Ids are found by their prefix") { subject in
      let storage = subject.storage
      for id in ["aa1", "aa2", "aa", "ab", "b~~", "aA"] {
        try await storage.create(NewSession(.sample(id)))
      }
      try await storage.end(
        .init(id: "aa2", epoch: 1, version: 0), reason: "deleted", rememberedUntil: .at(5000))
      try await subject.reopen()
      for (prefix, ids) in [
        ("a", ["aA", "aa", "aa1", "aa2", "ab"]), ("aa", ["aa", "aa1", "aa2"]), ("aa2", ["aa2"]),
        ("b~", ["b~~"]), ("B", []), ("aa11", []), ("%", []), ("ä", []), ("a'", []),
      ] as [(String, [String])] {
        try subject.expect(
          try await subject.storage.ids(beginningWith: prefix, limit: 9), is: ids)
      }
      try subject.expect(
        try await subject.storage.ids(beginningWith: "", limit: 2), is: ["aA", "aa"])
    },
    StorageCheck("Sessions are listed by id, in pages") { subject in
      let headers = try await fill(subject, count: 57)
      for limit in [1, 10, 57, 1000, .max] {
        let pages = try await pages(of: subject.storage, by: .id, limit: limit)
        try subject.expect(pages.flatMap(\.self), is: headers.sorted { $0.id < $1.id })
        try subject.expect(pages.allSatisfy { $0.count <= limit && !$0.isEmpty }, is: true)
        try subject.expect(pages.count, is: limit == 1 ? 57 : limit == 10 ? 6 : 1)
      }
    },
    StorageCheck("Sessions are listed by expiry, in pages") { subject in
      let headers = try await fill(subject, count: 57)
      for limit in [1, 10, 57, 1000, .max] {
        let list = try await pages(of: subject.storage, by: .expiry, limit: limit)
          .flatMap(\.self)
        try subject.expect(
          list.map(\.expires.minute), is: headers.map(\.expires.minute).sorted())
        try subject.expect(Set(list), is: Set(headers))
      }
    },
    StorageCheck("Pending sessions are listed by id, in pages, unless they are quarantined") {
      subject in
      let storage = subject.storage
      var revisions: [String: SessionRevision] = [:]
      for number in 0..<24 {
        var session = StoredSession.sample("s\(number + 10)")
        session.header.isPending = number.isMultiple(of: 2)
        revisions[session.header.id] = try await storage.create(NewSession(session))
      }
      for (id, isPending) in [("s10", false), ("s11", true), ("s12", true), ("s13", nil)] {
        var update = SessionUpdate.step(revisions[id]!)
        update.isPending = isPending
        revisions[id] = try await storage.update(update)
      }
      // Without an action, too.
      try await storage.update(
        SessionUpdate(revisions["s14"]!, isPending: false))
      try await storage.end(
        revisions["s16"]!, reason: "deleted", rememberedUntil: .at(5000))
      for time in 0..<2 { try await storage.recordCrash(.sample("s18", at: Int64(time))) }
      try await subject.reopen()
      let pending = ["s11", "s12", "s20", "s22", "s24", "s26", "s28", "s30", "s32"]
      for limit in [1, 4, 9, 1000] {
        let pages = try await pages(of: subject.storage, by: .pending, limit: limit)
        try subject.expect(pages.flatMap(\.self).map(\.id), is: pending)
        try subject.expect(pages.flatMap(\.self).allSatisfy(\.isPending), is: true)
      }
      let claimed = try await subject.storage.claim("s20")
      try subject.expect(claimed.header.isPending, is: true)
      try subject.expect(try await subject.storage.load("s10").header.isPending, is: false)
    },
    StorageCheck("The sessions of an owner are listed by id, in pages, and no others") { subject in
      var revisions: [String: SessionRevision] = [:]
      for (number, owner) in [
        "alice", "bob", nil, "alice", "alicé", "ali", "alice", "Alice", "alice", "alice", "alice ",
      ].enumerated() {
        // Not in the order of the ids.
        var session = StoredSession.sample("s\(number * 37 % 101 + 100)")
        session.header.owner = owner
        revisions[session.header.id] = try await subject.storage.create(NewSession(session))
      }
      try await subject.storage.end(
        revisions["s120"]!, reason: "deleted", rememberedUntil: .at(5000))
      try await subject.storage.delete(revisions["s130"]!)
      try await subject.reopen()
      let rest = ["s100", "s110", "s194"]
      for limit in [1, 2, 3, 1000, .max] {
        let pages = try await pages(of: subject.storage, by: .owner("alice"), limit: limit)
        try subject.expect(pages.flatMap(\.self).map(\.id), is: rest)
        try subject.expect(pages.count, is: limit == 1 ? 3 : limit == 2 ? 2 : 1)
        try subject.expect(pages.flatMap(\.self).allSatisfy { $0.owner == "alice" }, is: true)
      }
      let page = try await subject.storage.sessions(
        by: .owner("alice"), after: StorageCursor(text: "s105"), limit: 1)
      try subject.expect(page.sessions.map(\.id), is: ["s110"])
      for (owner, count) in [("bob", 1), ("ali", 1), ("", 0), ("%", 0), ("a'", 0)] {
        let page = try await subject.storage.sessions(by: .owner(owner), limit: 9)
        try subject.expect(page.sessions.count, is: count)
      }
    },
    StorageCheck("The list of an empty storage is empty") { subject in
      for order in [SessionOrder.id, .pending, .owner("alice"), .expiry] {
        let page = try await subject.storage.sessions(by: order, limit: 10)
        try subject.expect(page, is: SessionPage(sessions: [], next: nil))
      }
      try subject.expect(try await subject.storage.count(), is: 0)
    },
    StorageCheck("Sessions are counted") { subject in
      let count = try await fill(subject, count: 12).count
      try subject.expect(try await subject.storage.count(), is: count)
      let statistics = try await subject.storage.statistics()
      try subject.expect(statistics.sessions, is: count)
      try subject.expect(statistics.ended, is: 1)
      try subject.expect(statistics.bytes > 0, is: true)
    },
    StorageCheck("Sessions are counted by feature and shape, without those that have ended") {
      subject in
      try subject.expect(try await subject.storage.shapes(), is: [])
      for (number, (feature, shape)) in [
        ("b", "2"), ("a", "2"), ("b", "1"), ("b", "2"), ("b", "3"), ("c", ""),
      ].enumerated() {
        var session = StoredSession.sample("s\(number)")
        session.header.feature = feature
        session.header.fingerprint = shape
        let stored = try await subject.storage.create(NewSession(session))
        if number == 4 {
          try await subject.storage.end(stored, reason: "over", rememberedUntil: .at(1000))
        }
        if number == 2 {
          try await subject.storage.update(SessionUpdate(stored, fingerprint: "4"))
        }
      }
      try subject.expect(
        try await subject.storage.shapes(),
        is: [
          StoredShape(feature: "a", fingerprint: "2", sessions: 1),
          StoredShape(feature: "b", fingerprint: "2", sessions: 2),
          StoredShape(feature: "b", fingerprint: "4", sessions: 1),
          StoredShape(feature: "c", fingerprint: "", sessions: 1),
        ])
    },
  ]

  /// Stores sessions that expire at various times, and two that have ended or are deleted.
  private static func fill(
    _ subject: borrowing StorageSubject, count: Int
  ) async throws -> [SessionHeader] {
    var headers: [SessionHeader] = []
    for number in 0..<count {
      // Not in the order of the ids, with several sessions per minute, and also before 1970.
      let id = "s\((number * 37) % 1009)"
      var session = StoredSession.sample(id, expires: .at(Int64(number * 7919 % 700)))
      if number % 10 == 0 { session.header.expires.milliseconds -= 2_000_000_000_000 }
      try await subject.storage.create(NewSession(session))
      headers.append(session.header)
    }
    let ended = try await subject.storage.create(NewSession(.sample("s5-ended")))
    try await subject.storage.end(ended, reason: "", rememberedUntil: .at(1))
    let deleted = try await subject.storage.create(NewSession(.sample("s5-deleted")))
    try await subject.storage.delete(deleted)
    return headers
  }

  private static func pages(
    of storage: any SessionStorage, by order: SessionOrder, limit: Int
  ) async throws -> [[SessionHeader]] {
    var pages: [[SessionHeader]] = []
    var cursor: StorageCursor?
    repeat {
      let page = try await storage.sessions(by: order, after: cursor, limit: limit)
      pages.append(page.sessions)
      cursor = page.next
    } while cursor != nil && pages.count < 1000
    return pages
  }
}
