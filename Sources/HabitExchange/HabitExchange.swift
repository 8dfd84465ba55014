// HabitExchange is other programs' files: an import turns bytes into facts, an export turns a user's
// files into texts. HabitApp reads and writes the files themselves.
//
// Architecture invariant: nothing here reads a clock, a file or a setting. Start reading at
// `Importing`, which recognises a file, then at any importer in Import/Programs: it fills an
// `ImportCollector`, whose rules hold for every format. `Export` is the way out.
