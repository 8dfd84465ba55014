/// The use cases of the program: what a second front end would call.
///
/// Values go in; values and typed errors come out. This module never reads a command line, prints,
/// or asks on a terminal: that is HabitCLI's part. Each use case is one folder or file here.
public enum HabitApp {}
