// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

/// What every Swift target is compiled with.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// What makes the functions of a target available to the optimization of other targets.
let crossModuleOptimization: [SwiftSetting] = [
  // Reducers are generic in all that they are made of: unless they are specialized where they are
  // used, an action spends most of its time on looking up the metadata of types.
  // Functions that run once for a type, or only for a mistake, are exempt by
  // `@_semantics("optimize.sil.specialize.generic.never")`: else each feature has its own copy of
  // them, which takes the compiler longer than the feature itself.
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))
]

/// For targets that access the properties of objects for each action or request, so often that
/// checking the exclusivity of each access at run time would be noticed: debug and sanitizer builds
/// check, release builds don't. No attribute exempts an access from the checks.
let exclusivityCheckedInDebug: [SwiftSetting] = [
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

let swiftSyntax = SwiftSyntaxLibraries.find()

let package = Package(
  name: "backstack",
  products: [
    .library(name: "Backstack", targets: ["Backstack"]),
    .library(name: "BackstackViews", targets: ["BackstackViews"]),
    .library(name: "BackstackTesting", targets: ["BackstackTesting"]),
    .library(name: "BackstackHTTP", targets: ["BackstackHTTP"]),
    .library(name: "BackstackService", targets: ["BackstackService"]),
    .library(name: "BackstackSessions", targets: ["BackstackSessions"]),
    .library(name: "BackstackServiceTesting", targets: ["BackstackServiceTesting"]),
    .library(name: "BackstackHost", targets: ["BackstackHost"]),
    .library(name: "BackstackStage", targets: ["BackstackStage"]),
    .library(name: "BackstackSQLite", targets: ["BackstackSQLite"]),
    .library(name: "BackstackPostgres", targets: ["BackstackPostgres"]),
    .library(name: "BackstackStorage", targets: ["BackstackStorage"]),
    .library(name: "BackstackStorageTesting", targets: ["BackstackStorageTesting"]),
    .executable(name: "backstack", targets: ["backstack"]),
  ],
  traits: [
    // SwiftPM passes the enabled traits to the compiler in an order that changes from run to run,
    // and builds everything again whenever it has changed. One trait has one order; for several,
    // set SWIFT_DETERMINISTIC_HASHING=1.
    .default(enabledTraits: ["SQLite"]),
    .trait(name: "SQLite", description: "Stores sessions in a file; needs libsqlite3-dev."),
    .trait(name: "PostgreSQL", description: "Stores sessions in a database; needs libpq-dev."),
  ],
  targets: [
    // What the system offers: locks, threads and how they wake each other, sockets, waiting for
    // descriptors, processes and their faults, memory; collections and searches. Other targets make
    // their system calls through it: beside it only BackstackSQLite imports Glibc, for
    // files and disks. Valgrind, which counts instructions, reads debug information up to version 4.
    // Programs get an id that tells their builds apart.
    .target(
      name: "BackstackLinux", cSettings: [.unsafeFlags(["-gdwarf-4"])],
      linkerSettings: [.unsafeFlags(["-Xlinker", "--build-id"])]),
    .target(
      name: "BackstackPlatform", dependencies: ["BackstackLinux"],
      swiftSettings: exclusivityCheckedInDebug),

    // Navigation: reducers, stores, stacks, presentations.
    //
    // The macros are a library of their own because SwiftPM builds all tests, with everything that
    // they need, a second time if one of them depends on a plugin.
    .target(
      name: "BackstackMacroExpansion",
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings),
    .macro(
      name: "BackstackMacros", dependencies: ["BackstackMacroExpansion"],
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings),
    // JSON for Codable types, patches, and JSON Schemas: knows nothing of navigation.
    .target(
      name: "BackstackCoding", dependencies: ["BackstackMacros", "BackstackPlatform"],
      // Only the code of the values calls an encoder or a decoder while it works, and no access to
      // its properties is in progress then.
      swiftSettings: exclusivityCheckedInDebug),
    .target(
      name: "BackstackCasePaths",
      dependencies: [
        "BackstackCoding", "BackstackDependencies", "BackstackMacros", "BackstackPlatform",
      ]),
    .target(
      name: "BackstackDependencies", dependencies: ["BackstackPlatform", "BackstackMacros"],
      // Only the thread that runs a step accesses its frame.
      swiftSettings: exclusivityCheckedInDebug),
    // Texts for values and for how two of them differ: knows nothing of navigation.
    .target(name: "BackstackDiffing", dependencies: ["BackstackPlatform"]),
    .target(
      name: "Backstack",
      dependencies: [
        "BackstackCasePaths", "BackstackCoding", "BackstackDependencies", "BackstackDiffing",
        "BackstackMacros", "BackstackPlatform",
      ],
      exclude: ["DESIGN.md"],
      // No access to a store's properties outlasts a statement under its lock. To check that at run
      // time would take an eighth of an action's time.
      swiftSettings: exclusivityCheckedInDebug),
    // Views in the words of SwiftUI, evaluated to screens: knows nothing of sessions or HTTP.
    .target(
      name: "BackstackViews",
      dependencies: [
        "Backstack", "BackstackCasePaths", "BackstackCoding", "BackstackDependencies",
        "BackstackPlatform",
      ],
      exclude: ["DESIGN.md"],
      // Only the thread that evaluates a view accesses its writer.
      swiftSettings: exclusivityCheckedInDebug),
    .target(
      name: "BackstackTesting",
      dependencies: [
        "Backstack", "BackstackDependencies", "BackstackDiffing", "BackstackPlatform",
      ]),

    // HTTP: knows nothing of navigation.
    .target(
      name: "BackstackHTTP", dependencies: ["BackstackPlatform"], exclude: ["DESIGN.md"],
      // Only a loop's own thread accesses what changes with each request.
      swiftSettings: exclusivityCheckedInDebug),

    // What browsers get as it is: the runtime of thin clients, and an app. Knows nothing of
    // navigation.
    .target(
      name: "BackstackWeb",
      dependencies: ["BackstackAssets", "BackstackHTTP", "BackstackPlatform"],
      exclude: ["Assets"]),
    // The files themselves, in C, as only its compiler embeds files.
    .target(
      name: "BackstackAssets", path: "Sources/BackstackWeb/Assets",
      exclude: ["DESIGN.md", "app", "client", "inspector", "stage"],
      cSettings: [.unsafeFlags(["-gdwarf-4"])]),
    // What is behind the screens, for hosts whose app shows it.
    .target(name: "BackstackStage", dependencies: ["BackstackWeb", "StageAssets"]),
    .target(
      name: "StageAssets", dependencies: ["BackstackAssets"],
      path: "Sources/BackstackWeb/Assets/stage",
      cSettings: [.unsafeFlags(["-gdwarf-4"])]),

    // Where sessions are stored: knows nothing of navigation or HTTP.
    .target(name: "BackstackStorage", dependencies: ["BackstackPlatform"]),
    // What every storage has to do.
    .target(
      name: "BackstackStorageTesting", dependencies: ["BackstackPlatform", "BackstackStorage"]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // Empty without the trait.
    .target(
      name: "BackstackSQLite",
      dependencies: [
        "BackstackPlatform", "BackstackStorage",
        .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
      ],
      exclude: ["DESIGN.md"]),
    .systemLibrary(name: "CPostgreSQL", providers: [.apt(["libpq-dev"])]),
    // Empty without the trait.
    .target(
      name: "BackstackPostgres",
      dependencies: [
        "BackstackPlatform", "BackstackStorage",
        .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"])),
      ]),

    // Navigation sessions: knows nothing of HTTP.
    .target(
      name: "BackstackSessions",
      dependencies: [
        "Backstack", "BackstackCasePaths", "BackstackCoding", "BackstackDependencies",
        "BackstackPlatform", "BackstackStorage", "BackstackViews",
      ],
      exclude: [
        "Crashes/DESIGN.md", "Directory/DESIGN.md", "Durability/DESIGN.md", "Events/DESIGN.md",
        "Requests/DESIGN.md", "Session/DESIGN.md",
      ],
      // What changes with each action is accessed under the lock of the session's store, and no
      // access lasts while other code runs.
      swiftSettings: exclusivityCheckedInDebug),
    // Which node of a cluster has which session, as values without I/O, and the directory of a node:
    // knows nothing of HTTP.
    .target(
      name: "BackstackCluster",
      dependencies: ["BackstackPlatform", "BackstackSessions", "BackstackStorage"],
      exclude: ["DESIGN.md"]),
    // Navigation sessions over HTTP.
    .target(
      name: "BackstackService",
      dependencies: [
        "Backstack", "BackstackCluster", "BackstackCoding", "BackstackHTTP", "BackstackPlatform",
        "BackstackSessions", "BackstackStorage", "BackstackWeb",
      ],
      exclude: ["DESIGN.md"]),
    // Hosted features in tests: without a socket, or over one.
    .target(
      name: "BackstackServiceTesting",
      dependencies: [
        "Backstack", "BackstackCasePaths", "BackstackCoding", "BackstackDependencies",
        "BackstackHTTP", "BackstackPlatform", "BackstackService", "BackstackSessions",
        "BackstackTesting",
      ]),
    .target(
      name: "BackstackDemo", dependencies: ["Backstack", "BackstackService", "BackstackViews"],
      exclude: ["Pages", "Sources"]),
    // The source of the features and the demo's pages, in C, as only its compiler embeds files.
    .target(
      name: "DemoSources", dependencies: ["BackstackAssets"], path: "Sources/BackstackDemo/Sources",
      cSettings: [.unsafeFlags(["-gdwarf-4"])]),
    // Screens as lines of text, with what each control sends: knows only the contract.
    .target(name: "BackstackScreenText", dependencies: ["BackstackCoding"]),
    // A client for terminals, of any feature: knows only the contract, and the frames of WebSockets.
    .target(
      name: "BackstackTerminal",
      dependencies: [
        "BackstackCoding", "BackstackHTTP", "BackstackPlatform", "BackstackScreenText",
      ],
      path: "Tools/BackstackTerminal"),
    // Sessions for programs that act for a person, by the Model Context Protocol: an adapter in front
    // of the service's routes.
    .target(
      name: "BackstackAgents",
      dependencies: [
        "BackstackCoding", "BackstackHTTP", "BackstackPlatform", "BackstackScreenText",
        "BackstackService", "BackstackSessions",
      ],
      exclude: ["DESIGN.md"]),
    // Screens for renderers of A2UI: an adapter in front of the service's routes.
    .target(
      name: "BackstackA2UI",
      dependencies: [
        "BackstackCoding", "BackstackHTTP", "BackstackPlatform", "BackstackScreenText",
        "BackstackService",
      ],
      exclude: ["DESIGN.md"]),
    // The command line of a program that serves features.
    .target(
      name: "BackstackHost",
      dependencies: [
        "Backstack", "BackstackA2UI", "BackstackAgents", "BackstackCluster", "BackstackCoding",
        "BackstackHTTP", "BackstackPlatform",
        "BackstackPostgres", "BackstackSQLite", "BackstackService", "BackstackSessions",
        "BackstackStorage", "BackstackTerminal", "BackstackWeb",
      ]),
    // A server that judges clients of sessions: knows HTTP and the contract, but not the service.
    .target(
      name: "BackstackConformance",
      dependencies: ["BackstackCoding", "BackstackHTTP", "BackstackPlatform"],
      path: "Tools/BackstackConformance"),
    // The host of the demo.
    .executableTarget(
      name: "backstack",
      dependencies: [
        "BackstackConformance", "BackstackDemo", "BackstackHTTP", "BackstackHost",
        "BackstackPlatform", "BackstackStage", "BackstackWeb", "DemoSources",
      ],
      path: "Sources/BackstackCommand"),

    .executableTarget(
      name: "BackstackBenchmarks",
      dependencies: [
        "Backstack", "BackstackCoding", "BackstackHost", "BackstackSessions", "BackstackViews",
      ],
      path: "Benchmarks/Library",
      linkerSettings: [
        .unsafeFlags(
          ["malloc", "calloc", "realloc", "posix_memalign"].flatMap {
            ["-Xlinker", "--wrap=\($0)"]
          })
      ]),

    .executableTarget(
      name: "BackstackStorageBenchmarks",
      dependencies: ["BackstackPlatform", "BackstackSQLite", "BackstackStorage"],
      path: "Benchmarks/Storage"),

    .executableTarget(
      name: "BackstackSoak", dependencies: ["BackstackHTTP"], path: "Benchmarks/Soak"),

    .executableTarget(
      name: "BackstackFeatureSoak",
      dependencies: ["BackstackDemo", "BackstackService", "BackstackServiceTesting"],
      path: "Benchmarks/Features"),

    .testTarget(
      name: "BackstackCasePathsTests",
      dependencies: ["BackstackCasePaths", "BackstackDependencies"]),
    .testTarget(
      name: "BackstackMacrosTests",
      dependencies: ["Backstack", "BackstackMacroExpansion", "BackstackTestSupport"],
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings),
    .testTarget(
      name: "BackstackDependenciesTests",
      dependencies: ["BackstackDependencies", "BackstackTestSupport", "BackstackTesting"]),
    // The code in the articles of the documentation.
    .testTarget(
      name: "BackstackDocumentationTests",
      dependencies: ["Backstack", "BackstackTestSupport", "BackstackTesting", "BackstackViews"]),
    .testTarget(
      name: "BackstackPlatformTests", dependencies: ["BackstackPlatform", "BackstackTestSupport"]),
    .testTarget(name: "BackstackDiffingTests", dependencies: ["BackstackDiffing"]),
    .testTarget(
      name: "BackstackConformanceTests",
      dependencies: ["BackstackCoding", "BackstackConformance", "BackstackTestSupport"]),
    .testTarget(
      name: "BackstackTerminalTests",
      dependencies: [
        "BackstackCoding", "BackstackConformance", "BackstackHTTP", "BackstackPlatform",
        "BackstackScreenText", "BackstackTerminal", "BackstackTestSupport",
      ]),
    .testTarget(
      name: "BackstackAgentsTests",
      dependencies: [
        "BackstackAgents", "BackstackCoding", "BackstackDemo", "BackstackHTTP", "BackstackService",
        "BackstackServiceTesting", "BackstackSessions", "BackstackTestSupport",
      ]),
    .testTarget(
      name: "BackstackA2UITests",
      dependencies: [
        "BackstackA2UI", "BackstackCoding", "BackstackDemo", "BackstackHTTP", "BackstackScreenText",
        "BackstackService", "BackstackServiceTesting", "BackstackTestSupport",
      ]),
    .testTarget(
      name: "BackstackHTTPTests",
      dependencies: ["BackstackHTTP", "BackstackPlatform", "BackstackTestSupport"],
      exclude: ["Differential/sockets.py"]),
    .testTarget(
      name: "BackstackCodingTests",
      dependencies: [
        "Backstack", "BackstackCasePaths", "BackstackCoding", "BackstackPatchJudge",
        "BackstackTestSupport",
      ]),
    .testTarget(
      name: "BackstackStorageTests", dependencies: ["BackstackStorage", "BackstackStorageTesting"]),
    .testTarget(
      name: "BackstackSQLiteTests",
      dependencies: [
        "BackstackPlatform", "BackstackSQLite", "BackstackStorage", "BackstackStorageTesting",
        "BackstackStorageWriter", "BackstackTestSupport",
      ]),
    .testTarget(
      name: "BackstackPostgresTests",
      dependencies: [
        "BackstackPlatform", "BackstackPostgres", "BackstackStorage", "BackstackStorageTesting",
        "BackstackTestSupport",
      ]),
    .testTarget(
      name: "BackstackClusterTests",
      dependencies: [
        "BackstackCluster", "BackstackPlatform", "BackstackStorage", "BackstackTestSupport",
      ]),
    // Writes until it is killed.
    .executableTarget(
      name: "BackstackStorageWriter",
      dependencies: ["BackstackSQLite", "BackstackStorage", "BackstackStorageTesting"],
      path: "Tests/BackstackStorageWriter"),
    .testTarget(
      name: "BackstackModelTests",
      dependencies: ["Backstack", "BackstackTestSupport", "BackstackTesting"]),
    .testTarget(
      name: "BackstackSchemaTests",
      dependencies: [
        "Backstack", "BackstackCoding", "BackstackDemo", "BackstackPlatform", "BackstackService",
        "BackstackTestSupport",
      ],
      exclude: ["validate.py"]),
    .testTarget(
      name: "BackstackSessionsTests",
      dependencies: [
        "Backstack", "BackstackCasePaths", "BackstackCoding", "BackstackPlatform",
        "BackstackSessions", "BackstackSessionsTestSupport", "BackstackStorage",
        "BackstackTestSupport", "BackstackTesting",
      ]),
    // What tests of sessions need, with a service and without: features, and what takes the place of
    // clocks and storages.
    .target(
      name: "BackstackSessionsTestSupport",
      dependencies: [
        "Backstack", "BackstackCasePaths", "BackstackPlatform", "BackstackSessions",
        "BackstackStorage",
      ],
      path: "Tests/BackstackSessionsTestSupport"),
    .testTarget(
      name: "BackstackServiceTests",
      dependencies: [
        "Backstack", "BackstackAgents", "BackstackCluster", "BackstackCoding", "BackstackDemo",
        "BackstackHost", "BackstackPatchJudge", "BackstackPlatform", "BackstackService",
        "BackstackServiceTesting", "BackstackSessions", "BackstackSessionsTestSupport",
        "BackstackStage", "BackstackStorage", "BackstackTestSupport", "BackstackTesting",
        "BackstackViews", "BackstackWeb", "DemoSources", "StageAssets",
      ],
      exclude: [
        "Durability/Shapes.json", "Hosting/GuestbookShapes.json", "Hosting/LibraryShapes.json",
      ]),
    // Applies patches by an implementation that is not ours.
    .target(
      name: "BackstackPatchJudge", dependencies: ["BackstackTestSupport"],
      path: "Tests/BackstackPatchJudge", exclude: ["apply.py"]),
    // What tests of several targets need.
    .target(
      name: "BackstackTestSupport", dependencies: ["BackstackPlatform"],
      path: "Tests/BackstackTestSupport", exclude: ["postgres.sh"]),
    .testTarget(
      name: "BackstackTestingTests",
      dependencies: ["Backstack", "BackstackTestSupport", "BackstackTesting"]),
    .testTarget(
      name: "BackstackTests",
      dependencies: [
        "Backstack", "BackstackDiffing", "BackstackPlatform", "BackstackTestSupport",
        "BackstackTesting",
      ]),
    .testTarget(
      name: "BackstackViewsTests",
      dependencies: ["Backstack", "BackstackCoding", "BackstackTestSupport", "BackstackViews"]),
    .testTarget(
      name: "BackstackRulesTests",
      dependencies: ["Backstack", "BackstackTestSupport", "BackstackTesting"]),
    .systemLibrary(
      name: "BackstackCurl", path: "Tests/BackstackCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"])]),
    // A host with additions of its own, which ends on purpose while it works on a session.
    .executableTarget(
      name: "BackstackTrapServer",
      dependencies: [
        "Backstack", "BackstackCoding", "BackstackDemo", "BackstackHTTP", "BackstackHost",
        "BackstackService", "BackstackStorage", "BackstackViews",
      ],
      path: "Tests/BackstackTrapServer"),
    .testTarget(
      name: "BackstackServerTests",
      dependencies: [
        "Backstack", "BackstackCluster", "BackstackCoding", "BackstackCurl", "BackstackDemo",
        "BackstackHTTP",
        "BackstackHost", "BackstackPlatform", "BackstackService", "BackstackServiceTesting",
        "BackstackSessions", "BackstackStorage", "BackstackTestSupport", "BackstackTesting",
        "BackstackTrapServer", "BackstackViews", "backstack",
      ],
      exclude: [
        "Contract", "Init/Shapes.json", "Play/play.py", "Sockets/story.py",
        "Sockets/wsproto_client.py", "ThinClient/run.mjs", "ThinClient/socket.mjs",
      ]),
  ]
)

for target in package.targets where target.type != .system {
  // Swift 6.3.1 crashes when it optimizes the types of views together with their modifiers.
  let optimization = target.name == "BackstackViews" ? [] : crossModuleOptimization
  target.swiftSettings = strict + optimization + (target.swiftSettings ?? [])
}

/// The SwiftSyntax modules and libraries that ship with the toolchain, which the macros are built
/// with because no package is fetched.
struct SwiftSyntaxLibraries {
  let folder: String

  var swiftSettings: [SwiftSetting] { [.unsafeFlags(["-I", folder])] }

  var linkerSettings: [LinkerSetting] {
    [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]
  }

  static let modules = [
    "SwiftCompilerPluginMessageHandling", "SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder",
    "SwiftSyntaxMacroExpansion", "SwiftSyntaxMacros",
  ]

  /// Looks in `BACKSTACK_TOOLCHAIN` if it is set; else next to the executable that runs this
  /// manifest, then next to the `swiftc` on the path.
  static func find() -> SwiftSyntaxLibraries {
    var tried: [String] = []
    for root in toolchainRoots() {
      let folder = root + "/lib/swift/host"
      let missing = modules.flatMap { module in
        ["\(module).swiftmodule", "lib\(module).so"].filter { name in
          !FileManager.default.fileExists(atPath: "\(folder)/\(name)")
        }
      }
      if missing.isEmpty { return SwiftSyntaxLibraries(folder: folder) }
      let whatIsMissing =
        FileManager.default.fileExists(atPath: folder)
        ? "lacks " + missing.joined(separator: ", ") : "does not exist"
      tried.append("  \(folder) \(whatIsMissing)")
    }
    fail(
      """
      Backstack's macros are built with the SwiftSyntax of the Swift toolchain, which was not found.
      \(tried.isEmpty ? "  no toolchain: no swiftc on the path" : tried.joined(separator: "\n"))
      Install a complete Swift 6.3 toolchain for Linux (swift.org/install), or set \
      BACKSTACK_TOOLCHAIN to the folder of one: the folder that contains usr/lib/swift/host.
      """)
  }

  /// The `usr` folders of the toolchains to try, best first.
  private static func toolchainRoots() -> [String] {
    let environment = ProcessInfo.processInfo.environment
    if let override = environment["BACKSTACK_TOOLCHAIN"], !override.isEmpty {
      return [override + "/usr", override]
    }
    let parent = URL(fileURLWithPath: "/proc/\(getppid())/exe")
    let compilers = (environment["PATH"] ?? "").split(separator: ":").map {
      URL(fileURLWithPath: "\($0)/swiftc")
    }
    var roots: [String] = []
    for executable in [parent] + compilers
    where FileManager.default.isExecutableFile(atPath: executable.path) {
      let folder = executable.resolvingSymlinksInPath().deletingLastPathComponent()
      let root = folder.deletingLastPathComponent().path
      if folder.lastPathComponent == "bin", !roots.contains(root) { roots.append(root) }
    }
    return roots
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(1)
  }
}
