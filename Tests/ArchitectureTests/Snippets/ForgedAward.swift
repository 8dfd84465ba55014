import HabitCore
import HabitScore

func forge(_ day: Day) -> Award {
  // error: 'Award' initializer is inaccessible due to 'internal' protection level
  Award(on: day)
}
