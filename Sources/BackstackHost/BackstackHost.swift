import BackstackPlatform
public import BackstackService
import FoundationEssentials

/// A program that serves features, with the commands and options of `backstack`.
///
/// ```swift
/// @main
/// struct Shop: BackstackHost {
///   static var features: [Feature] {
///     [Feature("shop", initialState: Shopping.State()) { Shopping() }]
///   }
/// }
/// ```
///
/// Without arguments, the program serves the features until SIGTERM or SIGINT. `--help` lists its
/// commands and options. A program with a `main.swift` calls
/// ``HostCommand/main(name:features:configure:)`` instead.
public protocol BackstackHost {
  /// The program's name in its help and its messages; by default, the name of its executable.
  static var name: String { get }

  /// The features that the program serves, with different names.
  static var features: [Feature] { get }

  /// Changes what the command line has configured: adds middleware, overrides dependencies, and
  /// adds options, storages and commands. By default, changes nothing.
  ///
  /// It is called once, before any command runs, also before `--help`. So it only configures: what
  /// it opens or starts would be opened by every command.
  ///
  /// - Throws: An error whose description is printed before the program exits with 1, or with 2
  ///   for a ``CommandError``. It does not matter for `--help`.
  static func configure(_ host: inout HostConfiguration) throws
}

extension BackstackHost {
  public static var name: String { HostCommand.executableName }

  public static func configure(_ host: inout HostConfiguration) throws {}

  /// Runs the command that the command line names, and exits with its code: 0 for success, 1 for
  /// failure, 2 for a wrong command line, 3 for requests that were cut off.
  public static func main() {
    // Before the features and their code, which may open files.
    FileDescriptor.fillStandard()
    HostCommand.main(name: name, features: features, configure: configure)
  }
}
