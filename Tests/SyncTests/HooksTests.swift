import TestSupport
import Testing

/// What a person told git to do at each commit and merge is git's alone.
@Suite struct HooksTests {
  // Row 70.
  @Test func `hooks and signing of a clone stop neither a log nor a sync`() throws {
    let devices = try Devices("mbp", "pho")
    for device in [devices[0], devices[1]] {
      try device.git("config", "commit.gpgsign", "true")
      try device.git("config", "user.signingkey", "none")
      for hook in ["pre-commit", "commit-msg", "post-merge", "pre-push", "post-commit"] {
        // Not by this process: what it holds open for writing, Linux does not run.
        let file = "'\(device.root)/.git/hooks/\(hook)'"
        let script = "#!/bin/sh\\ntouch \"$HOME/ran\"\\nexit 1\\n"
        try device.shell("printf '\(script)' >\(file); chmod +x \(file)")
      }
    }
    try devices[0].run("log water")
    try devices[1].run("log water 2")
    try devices.settle()
    #expect(try devices[0].run("today").contains("3/8"))
    for device in [devices[0], devices[1]] {
      #expect(try device.shell("ls ~").output.contains("ran") == false)
    }
  }
}
