// swift-tools-version: 6.2
import PackageDescription

/// What every target is compiled with: as the targets of the server's package.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "BackstackClient",
  platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [.library(name: "BackstackClient", targets: ["BackstackClient"])],
  targets: [
    .target(name: "BackstackClient", swiftSettings: strict),
    // What the server's program makes of its features, as an app has it in a module of its own.
    .target(
      name: "GeneratedTypes", dependencies: ["BackstackClient"], path: "Tests/GeneratedTypes",
      swiftSettings: strict),
    .testTarget(
      name: "BackstackClientTests", dependencies: ["BackstackClient", "GeneratedTypes"],
      swiftSettings: strict),
  ]
)
