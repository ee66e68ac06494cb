/// A way to build a cluster wrongly. The simulation has to notice each.
enum Mutant: CaseIterable, Sendable {
  /// The storage accepts the writes of a former owner.
  case writesAreNotFenced
  /// A node answers from memory without a lease.
  case readsNeedNoLease
  /// A write proves to requests that came after it was sent that the session was still here.
  case writesProveTooMuch
  /// A node believes that others wait longer than they do before they take its sessions.
  case leaseIsTooLong
  /// A node takes a session from any owner.
  case claimsHaveNoCondition
  /// A node loads a session before it claims it.
  case stateIsReadBeforeClaim
  /// A node whose offer was not answered continues under the old epoch.
  case offersAreForgotten
  /// A write whose result was lost is refused when it is sent again.
  case retriesHaveNoProof
  /// A request that may have been processed is sent again, whatever it is.
  case everythingIsSentAgain
  /// A node is declared dead although it has beaten since.
  case deathHasNoCondition
  /// A node claims sessions that it can't read.
  case shapesAreIgnored
  /// A node that was declared dead continues.
  case deathIsNotNoticed
}
