import HabitScore

func mutate(_ score: inout Scoreboard, like other: Scoreboard) {
  // error: cannot assign to property: 'xp' is a 'let' constant
  score.xp = other.xp
}
