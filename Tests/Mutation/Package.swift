// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that no ordinary build compiles it. `Tests/Mutation/run` tells the
// compiler where the toolchain's SwiftSyntax is.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "mutation",
  targets: [
    .target(name: "Mutation", swiftSettings: strict),
    .executableTarget(name: "mutate", dependencies: ["Mutation"], swiftSettings: strict),
    .testTarget(name: "MutationTests", dependencies: ["Mutation"], swiftSettings: strict),
  ]
)
