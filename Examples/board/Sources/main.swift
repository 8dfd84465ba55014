// Prints a user's day from the files of a repository: board FOLDER USER DAY
import Foundation
import HabitCore
import HabitFiles
import HabitScore

let words = CommandLine.arguments
guard words.count == 4, let user = UserID(words[2]), let today = Day(words[3]) else {
  print("usage: board FOLDER USER DAY")
  exit(64)
}
let paths = FileManager.default.subpaths(atPath: words[1]) ?? []
let files = FileTree(paths: paths.filter { $0.hasPrefix("\(user)/") }) {
  (path) throws(FileTreeError) in
  guard let data = FileManager.default.contents(atPath: "\(words[1])/\(path)") else {
    throw .missing
  }
  return [UInt8](data)
}
let reading = TrackerReader(files, taken: FileTree([:]), user: user).read(.everything)
let board = Scoreboard(of: reading.tracker, on: today)
for row in DayPlan(of: board, on: today).rows {
  let words = [row.habit.name.text, DayWords(row, on: today).total, row.streak.inWords]
  print("\(row.state(on: today)): \(words.filter { !$0.isEmpty }.joined(separator: ", "))")
}
print("level \(board.level.number), \(board.xp.points) XP, streak \(board.streak.inWords)")
for problem in reading.problems { print("\(problem.path): \(problem.message)") }
