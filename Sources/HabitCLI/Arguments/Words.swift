public import ArgumentParser
public import HabitApp
public import HabitMerge
public import HabitScore

// What an option takes by the words that the cases are called.

extension DayState: ExpressibleByArgument {}
extension Adoption.Preference: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}
