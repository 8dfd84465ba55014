import HabitScore

func forge() -> Streak {
  // error: 'Streak' initializer is inaccessible due to 'internal' protection level
  Streak(of: [], inForce: .day)
}
