// swift-tools-version: 6.2
import PackageDescription

/// A program that reads habit's files by habit's rules; the path is that of habit's source.
let package = Package(
  name: "board",
  dependencies: [.package(name: "habit", path: "../..")],
  targets: [
    .executableTarget(
      name: "board",
      dependencies: [.product(name: "HabitModel", package: "habit")],
      path: "Sources"
    )
  ]
)
