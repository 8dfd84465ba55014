public struct ManualViewer: Sendable {
  private let world: World

  public init(_ world: World) {
    self.world = world
  }

  /// Shows a page in mdoc(7) as man(1) does; false when no program is installed that can.
  public func show(_ page: String, at place: String? = nil) throws(SystemError) -> Bool {
    var environment = world.environment
    // The options of less(1) that are in its variable end with the command that it begins with.
    if let place {
      environment["LESS"] = (environment["LESS"].map { $0 + " " } ?? "") + "+/\(place)"
    }
    // mandoc(1) overstrikes letters even where grep(1) reads. The man(1) of BusyBox has no -l.
    for program in [["man", "-l", "/dev/stdin"], ["mandoc", "-a"]] {
      let viewer = Subprocess(program, environment: environment)
      if try viewer.run(showing: page) == 0 { return true }
    }
    return false
  }
}
