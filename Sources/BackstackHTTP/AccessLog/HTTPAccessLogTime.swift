import BackstackPlatform
/// The current time in the formats of the log, updated once per second.
struct HTTPAccessLogTime: Sendable {
  private var seconds = Int.min
  /// `2026-11-21T08:49:37Z`
  private(set) var iso: [UInt8] = []
  /// `[21/Nov/2026:08:49:37 +0000]`
  private(set) var common: [UInt8] = []

  mutating func update(unixSeconds: Int) {
    if unixSeconds == seconds { return }
    seconds = unixSeconds
    let time = CivilTime(unixSeconds: unixSeconds)
    iso.removeAll(keepingCapacity: true)
    iso.append(fourDigits: time.year)
    iso.append("-")
    iso.append(twoDigits: time.month)
    iso.append("-")
    iso.append(twoDigits: time.day)
    iso.append("T")
    time.appendTime(to: &iso)
    iso.append("Z")
    common.removeAll(keepingCapacity: true)
    common.append("[")
    common.append(twoDigits: time.day)
    common.append("/")
    HTTPDate.append(month: time.month, to: &common)
    common.append("/")
    common.append(fourDigits: time.year)
    common.append(":")
    time.appendTime(to: &common)
    common.append(" +0000]")
  }
}
