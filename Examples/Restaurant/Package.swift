// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "restaurant",
  dependencies: [.package(name: "backstack", path: "../..")],
  targets: [
    .executableTarget(
      name: "Restaurant",
      dependencies: [
        .product(name: "Backstack", package: "backstack"),
        .product(name: "BackstackHost", package: "backstack"),
        .product(name: "BackstackHTTP", package: "backstack"),
        .product(name: "BackstackViews", package: "backstack"),
      ]),
    .testTarget(
      name: "RestaurantTests",
      dependencies: [
        "Restaurant",
        .product(name: "BackstackServiceTesting", package: "backstack"),
        .product(name: "BackstackTesting", package: "backstack"),
      ],
      exclude: ["Shapes.json"]),
  ]
)
