internal import HabitCore
internal import HabitFiles
internal import HabitReport

extension Application {
  /// A page as `habit report --all` writes it, for a browser that asks for it; nil if there is none.
  ///
  /// It is asked for by its name, as `index`, or by a kind of period: then it is the latest of these.
  /// The link `Today` leads to `home`.
  public func reportPage(
    _ name: String,
    home: String,
    in context: CommandContext,
    version: String
  ) throws -> (name: String, html: () throws -> String)? {
    if name == "index" {
      return (
        name,
        {
          let user = try UserPages(of: context, in: nil, only: [], version: version)
          return user.index(besideOthers: false, home: home, version).text
        }
      )
    }
    // Which pages there are is known without a record, so that a redirect computes nothing.
    let habits = context.read(.definitions).tracker.habits.map(\.habit)
    let pages = try UserPages.pages(of: habits, in: context)
    let kind = name == "profile" ? Period.Kind.all : Period.Kind(rawValue: name)
    let page = pages.all.first { $0.name == name } ?? kind.flatMap(pages.latest)
    guard let page else { return nil }
    return (
      page.name,
      {
        let user = try UserPages(of: context, in: nil, only: [page], version: version)
        let document = try user.document(page, home: home, by: self)
        return String(decoding: try document.render(), as: UTF8.self)
      }
    )
  }
}
