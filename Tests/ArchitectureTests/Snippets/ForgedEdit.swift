import HabitFiles

func forge() -> Edit {
  // error: 'Edit' initializer is inaccessible due to 'internal' protection level
  Edit(path: "alice/habits/read/2026.json", before: nil, after: [])
}
