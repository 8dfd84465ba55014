// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors, unsafe code says so, and imports are private unless a signature needs them.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A module of the program; what it may import is what stands here, which a test checks.
func module(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  resources: [Resource] = []
) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// The tests of some modules; `data` is what lies beside them and is no source.
func tests(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  data: [String] = []
) -> Target {
  .testTarget(
    name: name,
    dependencies: ["TestSupport"] + dependencies,
    exclude: data,
    swiftSettings: strict
  )
}

let package = Package(
  name: "habit",
  products: [
    .executable(name: "habit", targets: ["habit"])
  ],
  dependencies: [
    // Parses the command line; help, completions and the manual's tests are functions of its value.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    // Writes what --trace shows, in the form other Swift programs use.
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
  ],
  targets: [
    module("HabitCore"),
    module("HabitScore", ["HabitCore"]),
    // The templates travel inside the binary, so that one that is copied alone still reports.
    module(
      "HabitReport",
      ["HabitCore", "HabitScore"],
      resources: [.embedInCode("Templates")]
    ),
    module("HabitFiles", ["HabitCore"]),
    // libgit2's declarations, with a loader in place of the library: see lazy.c.
    .target(name: "CLibgit2"),
    module("Git", ["CLibgit2"]),
    // The calls of Linux that Swift's Glibc module does not show.
    .target(name: "CLinux"),
    module("HabitSystem", ["HabitCore", "HabitFiles", "CLinux"]),
    module("HabitStore", ["HabitCore", "HabitFiles", "HabitSystem", "Git"]),
    module(
      "HabitCLI",
      [
        "HabitCore", "HabitScore", "HabitReport", "HabitFiles", "HabitSystem", "HabitStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .executableTarget(
      name: "habit",
      dependencies: ["HabitCLI", "HabitSystem"],
      swiftSettings: strict
    ),
    // Times commands on generated decades, beside cat and git; no part of the tests.
    .executableTarget(name: "habit-bench", swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    tests("TestSupportTests", data: ["Golden"]),
    tests("HabitCoreTests", ["HabitCore"]),
    tests("HabitScoreTests", ["HabitCore", "HabitScore"]),
    tests("HabitFilesTests", ["HabitCore", "HabitFiles"], data: ["Golden"]),
    tests(
      "HabitReportTests",
      ["HabitCore", "HabitScore", "HabitFiles", "HabitReport"],
      data: ["Golden"]
    ),
    tests("GitTests", ["Git"]),
    tests("EndToEndTests", ["habit"]),
    tests("DocumentationTests", ["habit", "HabitCore", "HabitScore", "HabitReport"]),
    tests("ArchitectureTests", ["HabitScore", "HabitFiles"], data: ["Snippets"]),
  ]
)
