import HabitScore

func forge() -> XP {
  // error: 'XP' initializer is inaccessible due to 'internal' protection level
  XP(completeDays: 100)
}
