public import ArgumentParser
public import HabitApp
public import HabitMerge
public import HabitScore

// Types of other modules whose cases an option takes by their names.

extension DayState: ExpressibleByArgument {}
extension Adoption.Preference: ExpressibleByArgument {}
extension ReportFormat: ExpressibleByArgument {}
