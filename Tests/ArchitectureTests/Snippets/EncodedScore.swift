import HabitScore

func write(_ value: some Encodable) {}

func encode(_ score: Scoreboard) {
  // error: global function 'write' requires that 'XP' conform to 'Encodable'
  write(score.xp)
}
