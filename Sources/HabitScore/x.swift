public import HabitCore
public typealias X = Day
