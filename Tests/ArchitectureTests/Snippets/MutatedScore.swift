import HabitScore

func mutate(_ streak: inout Streak) {
  // error: cannot assign to property: 'current' is a 'let' constant
  streak.current = 100
}
