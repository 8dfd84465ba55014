import Glibc
import HabitCLI
import HabitSystem

exit(habit(CommandLine.arguments.dropFirst().map(\.self), in: .live))
