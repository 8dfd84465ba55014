import HabitCLI
import HabitSystem

World.end(with: habit(CommandLine.arguments.dropFirst().map(\.self), in: .live))
