import Foundation

/// The name of the poller that the tests' HTTP servers wait with, from `BACKSTACK_POLLER`; empty for
/// the system's default.
package let pollerUnderTest = ProcessInfo.processInfo.environment["BACKSTACK_POLLER"] ?? ""
