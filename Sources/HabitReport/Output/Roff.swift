/// What of roff, mdoc and tbl a template may use.
///
/// Source: mdoc(7), tbl(1), groff(7); habit-template(5), MACROS.
public enum Roff {
  /// The macros of mdoc(7) that may be used, without the dot.
  public static let macros: Set<String> = [
    "Dd", "Dt", "Os", "Sh", "Ss", "Pp", "Nm", "Nd", "Bl", "It", "El", "Ta", "Bd", "Ed", "D1", "Dl",
    "Sy", "Em", "Li", "Ql", "Dq", "Sq", "Pq", "Bq", "Qq", "Aq", "Do", "Dc", "So", "Sc", "Po", "Pc",
    "Bo", "Bc", "Qo", "Qc", "Ao", "Ac", "Op", "Oo", "Oc", "Ar", "Cm", "Fl", "Ic", "Ev", "Pa", "Va",
    "No", "Ns", "Ap", "Xo", "Xc", "Xr", "Sx", "Lk", "Mt", "Sm", "Bk", "Ek",
  ]

  /// The requests of roff(7) that may be used besides.
  public static let requests: Set<String> = ["br", "sp", "ds", "de", "TS", "T&", "TE"]

  /// The escapes of one character that may be used, without the backslash.
  public static let escapes: [Character] = ["&", "e", "-", " ", "~", "|", "^", "%", ":"]

  /// All names that mdoc(7) may call when they are a word in the arguments of a macro.
  public static let names: Set<String> = Set(
    """
    Ac Ad An Ao Ap Aq Ar At Bc Bd Bf Bk Bl Bo Bq Brc Bro Brq Bsx Bt Bx Cd Cm D1 Db Dc Dd Dl Do Dq \
    Dt Dv Dx Ec Ed Ef Ek El Em En Eo Er Es Ev Ex Fa Fc Fd Fl Fn Fo Fr Ft Fx Hf Ic In It Lb Li Lk \
    Lp Ms Mt Nd Nm No Ns Nx Oc Oo Op Os Ot Ox Pa Pc Pf Po Pp Pq Qc Ql Qo Qq Re Rs Rv Sc Sh Sm So \
    Sq Ss St Sx Sy Ta Tg Tn Ud Ux Va Vt Xc Xo Xr %A %B %C %D %I %J %N %O %P %Q %R %T %U %V
    """.split(separator: " ").map(String.init)
  )

  /// The kinds of lists and displays.
  static let listOptions: Set<String> = [
    "-tag", "-bullet", "-dash", "-hyphen", "-enum", "-item", "-column", "-hang", "-ohang", "-inset",
    "-diag", "-compact",
  ]
  static let displayOptions: Set<String> = [
    "-literal", "-unfilled", "-ragged", "-filled", "-centered", "-compact",
  ]

  /// The options of tbl(1) that may be used, besides the mandatory `tab(|)`.
  static let tableOptions: Set<String> = [
    "center", "centre", "expand", "box", "allbox", "doublebox", "nospaces",
  ]

  /// The letters, digits and marks of a table's format.
  static let formatCharacters = Set("lcrnasLCRNASbBiIfFxX0123456789|_=-^. ,()wW")
}
