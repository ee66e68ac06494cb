import BackstackStorage

extension StorageConformance {
  static let answerChecks = [
    StorageCheck("An answer is kept with the write that caused it, until it expires") { subject in
      let first = StoredAnswer.sample("k", of: "clients alice", body: "")
      let second = StoredAnswer.sample("k", body: "two")
      let revision = try await subject.storage.create(NewSession(.sample(), answer: first))
      try await subject.storage.update(.step(revision, answer: second))
      try await subject.reopen()
      for answer in [first, second] {
        try subject.expect(
          try await subject.storage.answer(answer.key, at: .at(59)), is: answer)
        try subject.expect(try await subject.storage.answer(answer.key, at: .at(60)), is: nil)
      }
      for key in [AnswerKey(scope: "a", key: "other"), AnswerKey(scope: "b", key: "k")] {
        try subject.expect(try await subject.storage.answer(key, at: .at(1)), is: nil)
      }
    },
    StorageCheck("A key is used once until its answer expires") { subject in
      let storage = subject.storage
      var revision = try await storage.create(NewSession(.sample()))
      revision = try await storage.update(.step(revision, answer: .sample("k")))
      let early = StoredAnswer.sample("k", created: .at(59), expires: .at(100), body: "early")
      try await subject.expect(.answerExists) { () throws(StorageError) in
        try await storage.update(.step(revision, answer: early))
      }
      try await subject.expect(.answerExists) { () throws(StorageError) in
        try await storage.create(NewSession(.sample("b"), answer: early))
      }
      try subject.expect(try await storage.load("a").header.version, is: 1)
      try subject.expect(try await storage.journal(of: "a", limit: 9).latest, is: 1)
      try subject.expect(try await storage.count(), is: 1)
      let late = StoredAnswer.sample("k", created: .at(60), expires: .at(100), body: "late")
      try await storage.update(.step(revision, answer: late))
      try subject.expect(try await storage.answer(late.key, at: .at(61)), is: late)
    },
    StorageCheck("An update removes answers by their keys") { subject in
      let storage = subject.storage
      var revision = try await storage.create(NewSession(.sample()))
      for key in ["1", "2", "3"] {
        revision = try await storage.update(.step(revision, answer: .sample(key)))
      }
      let gone = ["1", "3", "never"].map { AnswerKey(scope: "a", key: $0) }
      // Answers are removed first, so a key can be used again, also in the same update.
      var update = SessionUpdate(revision, removedAnswers: gone)
      try await storage.update(update)
      update = .step(revision, answer: .sample("1", body: "again"))
      revision = try await storage.update(update)
      let kept = try await storage.answer(AnswerKey(scope: "a", key: "1"), at: .at(1))
      try subject.expect(kept?.body, is: Array("again".utf8))
      try subject.expect(
        try await storage.answer(AnswerKey(scope: "a", key: "2"), at: .at(1)) != nil, is: true)
      update = .step(revision, answer: .sample("2", body: "again"))
      update.removedAnswers = [AnswerKey(scope: "a", key: "2")]
      revision = try await storage.update(update)
      let again = try await storage.answer(AnswerKey(scope: "a", key: "2"), at: .at(1))
      try subject.expect(again?.body, is: Array("again".utf8))
      try subject.expect(
        try await storage.answer(AnswerKey(scope: "a", key: "3"), at: .at(1)), is: nil)
    },
    StorageCheck("The latest answers of a scope are listed, the earliest first") { subject in
      var revision = try await subject.storage.create(NewSession(.sample()))
      for (key, created): (String, Int64) in [("d", 1), ("b", 2), ("a", 3), ("c", 3)] {
        let answer = StoredAnswer.sample(key, created: .at(created), expires: .at(50 + created))
        revision = try await subject.storage.update(.step(revision, answer: answer))
      }
      _ = try await subject.storage.create(
        NewSession(.sample("b"), answer: .sample("other", of: "b")))
      try await subject.reopen()
      for (time, limit, keys): (Int64, Int, [String]) in [
        (9, 9, ["d", "b", "a", "c"]), (9, 3, ["b", "a", "c"]), (9, 1, ["c"]), (52, 9, ["a", "c"]),
        (53, 9, []),
      ] {
        let listed = try await subject.storage.answers(of: "a", at: .at(time), limit: limit)
        try subject.expect(listed.map(\.key.key), is: keys)
        try subject.expect(listed.allSatisfy { $0.key.scope == "a" }, is: true)
      }
      try subject.expect(
        try await subject.storage.answers(of: "never", at: .at(1), limit: 9).count, is: 0)
    },
    StorageCheck("A creation removes answers by their keys") { subject in
      func key(_ name: String) -> AnswerKey { AnswerKey(scope: "clients", key: name) }
      for name in ["1", "2", "3"] {
        try await subject.storage.create(
          NewSession(.sample(name), answer: .sample(name, of: "clients")))
      }
      let new = NewSession(
        .sample("b"), answer: .sample("4", of: "clients"),
        removedAnswers: [key("1"), key("3"), key("never")])
      try await subject.storage.create(new)
      // Its result may be lost, so that it comes again.
      try await subject.storage.create(new)
      try await subject.reopen()
      for (name, isThere) in [("1", false), ("2", true), ("3", false), ("4", true)] {
        try subject.expect(
          try await subject.storage.answer(key(name), at: .at(1)) != nil, is: isThere)
      }
      for name in ["1", "2", "3"] {
        try subject.expect(try await subject.storage.load(name).header.version, is: 0)
      }
    },
    StorageCheck("Answers are removed with their session, other answers stay") { subject in
      let storage = subject.storage
      let other = StoredAnswer.sample("k", of: "clients")
      for id in ["ended", "deleted", "expired", "alive"] {
        var revision = try await storage.create(
          NewSession(
            .sample(id, expires: id == "expired" ? .at(5) : .at(3600)),
            answer: id == "ended" ? other : nil))
        let answer = StoredAnswer.sample("k", of: id, expires: .at(9999))
        revision = try await storage.update(.step(revision, answer: answer))
        if id == "ended" {
          try await storage.end(revision, reason: "", rememberedUntil: .at(99))
        } else if id == "deleted" {
          try await storage.delete(revision)
        }
      }
      _ = try await storage.expire(.init(now: .at(5), rememberedUntil: .at(99), limit: 9))
      for id in ["ended", "deleted", "expired"] {
        try subject.expect(
          try await storage.answer(AnswerKey(scope: id, key: "k"), at: .at(1)), is: nil)
      }
      let alive = try await storage.answer(AnswerKey(scope: "alive", key: "k"), at: .at(1))
      try subject.expect(alive != nil, is: true)
      try subject.expect(try await storage.answer(other.key, at: .at(1)), is: other)
      try subject.expect(try await storage.statistics().answers, is: 2)
    },
    StorageCheck("The content of a long answer is not counted as an answer of its own") { subject in
      let storage = subject.storage
      let revision = try await storage.create(NewSession(.sample()))
      var update = SessionUpdate.step(revision, answer: .sample("k"))
      update.answers.append(.sample("k" + AnswerKey.contentSuffix))
      try await storage.update(update)
      try subject.expect(try await storage.statistics().answers, is: 1)
    },
  ]
}
