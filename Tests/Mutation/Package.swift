// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that ordinary builds don't compile it. `Tests/Mutation/run.sh` passes the
// location of the toolchain's SwiftSyntax to the compiler.

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
