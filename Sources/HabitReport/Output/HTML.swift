internal import HabitCore
public import HabitScore

/// Pieces of pages for a browser, for reports and for the page for a phone.
public enum HTML {
  /// Text from a file as a browser shows it: everything visible, nothing obeyed.
  public static func text(_ text: String) -> String {
    SVG.escaped(Escaping(medium: .html).visible(text, longest: Escaping.longestNote))
  }

  /// The marks of several days, one beside the other.
  public static func strip(of marks: [DayMark?]) -> String { Drawing.strip(marks).html }

  /// A bar of so many columns, filled by the share of the whole.
  public static func bar(_ part: Int, of whole: Int, columns: Int) -> String {
    Drawing.bar(Amount(part), of: Amount(whole), columns: columns).html
  }

  /// The colours, light and dark.
  public static let colors = """
    :root{--paper:#fff;--ink:#1c1e21;--quiet:#5f6672;--line:#e3e6ea;--good:#1b7a43;--bad:#b93a32;\
    --star:#8a6100;--track:#e6e9ed;--h1:#60a077;--h2:#35844f;--h3:#17633a;--h4:#0a3d22}
    @media (prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#f0f2f4;--quiet:#98a1ab;\
    --line:#2b3036;--good:#4cc27f;--bad:#ef7f75;--star:#f2c14b;--track:#2b3036;--h1:#2b7147;\
    --h2:#3a9a5f;--h3:#57c584;--h4:#a5efc1}}
    """

  /// How the parts of bars and marks look.
  public static let marks = """
    .track{fill:var(--track)}
    .fill{fill:var(--good)}
    rect.h0{fill:var(--track)}
    .open{fill:none;stroke:var(--quiet)}
    .dot{fill:var(--quiet)}
    .cross{stroke:var(--bad)}
    """
}
