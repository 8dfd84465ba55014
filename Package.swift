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

/// How Debian compiles C: calls that know a buffer's size look at it, and the stack is guarded.
let hardened: [CSetting] = [
  .unsafeFlags(["-D_FORTIFY_SOURCE=2", "-fstack-protector-strong"], .when(configuration: .release))
]

/// Most tests are run once: optimising them takes longer than it saves.
let plain: [SwiftSetting] = [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// A module of the program; what it may import is what stands here, which a test checks.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The tests of some modules; `data` is what lies beside them and is no source.
func tests(
  _ name: String,
  _ dependencies: [Target.Dependency] = [],
  data: [String] = [],
  settings: [SwiftSetting] = strict + plain
) -> Target {
  .testTarget(
    name: name,
    dependencies: ["TestSupport"] + dependencies,
    exclude: data,
    swiftSettings: settings
  )
}

let package = Package(
  name: "habit",
  products: [
    .executable(name: "habit", targets: ["habit"]),
    // For other programs: see Sources/README.md.
    .library(
      name: "HabitModel",
      targets: ["HabitCore", "HabitFiles", "HabitScore", "HabitMerge"]
    ),
    // Preloaded by FaultTests; no part of the program.
    .library(name: "habit-faults", type: .dynamic, targets: ["FaultShim"]),
  ],
  dependencies: [
    // Parses the command line; help, completions and the manual's tests are functions of its value.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
  ],
  targets: [
    module("HabitCore"),
    module("HabitScore", ["HabitCore"]),
    // The pages of Man and the templates of reports, inside the binary.
    .target(name: "CManual", exclude: ["Templates"]),
    module("HabitReport", ["CManual", "HabitCore", "HabitScore"]),
    module("HabitFiles", ["HabitCore"]),
    module("HabitMerge", ["HabitCore", "HabitFiles"]),
    // libgit2's archive and what it needs, without its networks: see offline.c.
    .target(
      name: "CLibgit2",
      cSettings: hardened,
      linkerSettings: ["git2", "pcre2-8", "z", "md"].map {
        .linkedLibrary(":lib\($0).a")
      }
    ),
    // Hash functions of an archive that CLibgit2 links.
    .systemLibrary(name: "CMd"),
    // The calls of the operating system.
    .target(name: "CSystem", cSettings: hardened),
    module("Posix", ["CSystem"]),
    module("Git", ["CLibgit2", "Posix"]),
    module("HabitStore", ["HabitCore", "HabitFiles", "HabitMerge", "Posix", "Git"]),
    module(
      "HabitSync",
      ["HabitCore", "HabitFiles", "HabitMerge", "Posix", "HabitStore", "Git"]
    ),
    module("HabitExchange", ["HabitCore", "HabitFiles"]),
    module(
      "HabitApp",
      [
        "HabitCore", "HabitScore", "HabitReport", "HabitFiles", "HabitMerge", "HabitExchange",
        "Posix", "HabitStore", "HabitSync",
      ]
    ),
    module(
      "HabitWeb",
      [
        "CMd", "HabitCore", "HabitScore", "HabitReport", "HabitFiles", "Posix", "HabitApp",
      ]
    ),
    module(
      "HabitCLI",
      [
        "HabitCore", "HabitScore", "HabitReport", "HabitFiles", "HabitMerge", "HabitExchange",
        "Posix", "HabitStore", "HabitSync", "HabitApp", "HabitWeb",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // A C main, which is given the arguments wherever it runs.
    .executableTarget(
      name: "habit",
      dependencies: ["HabitCLI"],
      // Loading Swift's libraries takes a fifth of each start.
      linkerSettings: [
        .unsafeFlags(["-static-stdlib", "-l_FoundationCollections", "-l_FoundationCShims"])
      ]
    ),
    // Looks for what breaks the promises of Fuzzing: see .ci/fuzz.
    .executableTarget(name: "habit-fuzz", dependencies: ["Fuzzing"], swiftSettings: strict),
    .target(
      name: "Fuzzing",
      dependencies: [
        "HabitCore", "HabitScore", "HabitReport", "HabitFiles", "HabitMerge", "HabitExchange",
        "Git", "HabitStore", "HabitSync",
      ],
      path: "Tests/Fuzzing",
      swiftSettings: strict
    ),
    // How tests start programs.
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .target(
      name: "TestSupport",
      dependencies: ["CTestSupport", "Posix"],
      path: "Tests/TestSupport",
      swiftSettings: strict + plain
    ),
    tests("TestSupportTests", data: ["Golden"]),
    tests("HabitCoreTests", ["HabitCore"]),
    tests("HabitScoreTests", ["HabitCore", "HabitScore"], settings: strict),
    tests("HabitFilesTests", ["HabitCore", "HabitFiles"], data: ["Golden"]),
    tests(
      "HabitReportTests",
      ["HabitCore", "HabitScore", "HabitFiles", "HabitReport"],
      data: ["Golden"]
    ),
    tests(
      "HabitMergeTests",
      ["HabitCore", "HabitFiles", "HabitMerge"],
      data: ["Golden"],
      settings: strict
    ),
    tests("FuzzingTests", ["Fuzzing"], data: ["Corpus", "Dictionaries"]),
    tests("PosixTests", ["Posix"]),
    tests("GitTests", ["Git", "Posix"]),
    tests("HabitStoreTests", ["HabitCore", "HabitFiles", "Posix", "HabitStore"]),
    tests(
      "HabitAppTests",
      ["habit", "HabitCore", "HabitScore", "HabitFiles", "HabitExchange", "Posix", "HabitApp"],
      data: ["Formats"]
    ),
    tests(
      "HabitWebTests",
      ["habit", "HabitApp", "HabitWeb", "Posix"],
      data: ["phone.py", "crowd.py"]
    ),
    tests("EndToEndTests", ["habit"], data: ["Golden", "Sessions"]),
    tests("HabitSyncTests", ["Git", "HabitSync", "Fuzzing"], settings: strict),
    tests("SyncTests", ["habit"], data: ["OldWorlds", "Reports", "syncthing.py"]),
    // Breaks the program's calls to the file system, counted; see faults.c.
    .target(name: "FaultShim", path: "Tests/FaultShim", publicHeadersPath: "."),
    tests("FaultTests", ["habit"]),
    tests("HostileTests", ["habit"], data: ["craft.py", "member.sh"]),
    tests("DocumentationTests", ["habit", "HabitCore", "HabitScore", "HabitReport"]),
    tests("ArchitectureTests", ["HabitScore", "HabitFiles"], data: ["Snippets"]),
  ]
)
