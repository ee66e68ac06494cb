extension StorageWrite {
  /// The approximate number of bytes that the write takes while it is pending.
  package var size: Int {
    func size(of entries: [JournalEntry]) -> Int {
      entries.reduce(0) { $0 + $1.byteCount + 64 }
    }
    let overhead = 512
    switch self {
    case .create(let new):
      return overhead + new.session.state.count + new.session.metadata.count
        + size(of: new.journal) + (new.answer?.body.count ?? 0)
    case .update(let update):
      return overhead + (update.state?.count ?? 0) + (update.metadata?.count ?? 0)
        + size(of: update.entries) + update.answers.reduce(0) { $0 + $1.body.count }
    case .claim, .end, .delete, .expire, .recordCrash, .release, .probe: return overhead
    }
  }
}
