import TestSupport
import Testing

extension Faults {
  /// The kill and race suites with all their folders on a file system in user space.
  @Suite(
    .serialized,
    .enabled(if: rounds(1) > 1, "in long runs only"),
    .enabled(if: Mount.isPossible, "there is no /dev/fuse, bindfs or sshfs here")
  )
  struct MountedTests {
    // A sync with an empty hub makes few calls of its own there: git does it.
    @Test(arguments: Mount.Kind.allCases, [KillTests.Work.merge, .take, .rejoin, .heal])
    func `a sync that is killed on a mounted folder is finished by the next`(
      kind: Mount.Kind,
      work: KillTests.Work
    ) async throws {
      try await Mount.within(kind) {
        try await KillTests()
          .`a sync that is killed is finished by the next`(work: work, transport: .path, count: 8)
      }
    }

    @Test(arguments: Mount.Kind.allCases)
    func `a clone that is killed on a mounted folder can be repeated`(kind: Mount.Kind) async throws
    {
      try await Mount.within(kind) {
        try await KillTests().`a clone that is killed can be repeated`()
      }
    }

    @Test(arguments: Mount.Kind.allCases, [Work.log] + Work.others)
    func `any command that is killed on a mounted folder can be repeated`(
      kind: Mount.Kind,
      work: Work
    ) async throws {
      try await Mount.within(kind) {
        try DiskFaultTests().`any command that is killed can be repeated`(work: work)
      }
    }

    @Test(arguments: Mount.Kind.allCases)
    func `writers, syncs and git's own tidying lose nothing at once`(kind: Mount.Kind) async throws
    {
      try await Mount.within(kind) {
        let races = try RaceTests()
        try races.`when all devices push at once, each reported success is at the hub`(
          transport: .path,
          count: 8
        )
        try RaceTests()
          .`eight who log, a sync, a device elsewhere and git's own tidying lose nothing`()
      }
    }
  }
}
