extension HTMLDocument {
  /// The SHA-256 of ``style`` in base64, by which the document's policy knows it.
  ///
  /// A test computes it anew.
  static let styleHash = "Y4oOJsnf3zyIzbT0fPr8pbJHZkO9p1apE5SDY9yHmVQ="

  /// How a page looks.
  static let style = """
    :root{--paper:#fff;--ink:#1c1e21;--quiet:#6b7280;--line:#e3e6ea;--good:#2f9e5b;--bad:#c2453d;\
    --star:#d69a00;--track:#e6e9ed;--h0:#e6e9ed;--h1:#c3e6cd;--h2:#8fd0a3;--h3:#55b377;--h4:#2a8a4f}
    @media (prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#e4e6e8;--quiet:#8d96a0;\
    --line:#2b3036;--good:#4cc27f;--bad:#ef7f75;--star:#f2c14b;--track:#2b3036;--h0:#252a30;\
    --h1:#17432b;--h2:#1f6a40;--h3:#2f9a5c;--h4:#5bd891}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:48rem;padding:1.5rem 1.25rem 3rem;background:var(--paper);\
    color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",\
    sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
    table.head,table.foot{width:100%;border-collapse:collapse;color:var(--quiet);font-size:.8rem}
    table.head td,table.foot td{padding:0;width:33%}
    .head-vol{text-align:center}
    .head-rtitle,.foot-os{text-align:right}
    table.head{border-bottom:1px solid var(--line)}
    table.head td{padding-bottom:.5rem}
    table.foot{margin-top:2.5rem;border-top:1px solid var(--line)}
    table.foot td{padding-top:.5rem}
    h1.Sh{font-size:.8rem;font-weight:650;letter-spacing:.08em;color:var(--quiet);\
    margin:2rem 0 .5rem}
    h2.Ss{font-size:1rem;font-weight:650;margin:1.25rem 0 .25rem}
    .permalink{color:inherit;text-decoration:none}
    p{margin:.5rem 0}
    a{color:inherit}
    code.Nm{font:inherit;font-weight:650}
    #NAME{display:none}
    #NAME+.Pp{font-size:1.35rem;line-height:1.3;margin:1.25rem 0 0}
    #NAME+.Pp code{font-weight:400;color:var(--quiet)}
    table.tbl{border-collapse:collapse;margin:.25rem 0;max-width:100%}
    table.tbl td{padding:.3rem .9rem .3rem 0;vertical-align:baseline}
    table.tbl td:last-child{padding-right:0}
    table.tbl tr+tr td{border-top:1px solid var(--line)}
    table.tbl b{font-weight:500;color:var(--quiet);font-size:.85rem}
    td.c{text-align:center;white-space:nowrap}
    td.r{text-align:right;white-space:nowrap}
    dl{margin:.5rem 0;display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}
    dt{color:var(--quiet)}
    dd{margin:0}
    pre{font:14px/1.4 ui-monospace,"DejaVu Sans Mono",monospace;overflow-x:auto}
    .Bd{margin:.5rem 0;overflow-x:auto}
    svg.figure{max-width:100%;height:auto}
    svg.bar,svg.spark,svg.strip{vertical-align:middle;max-width:none}
    svg.spark{vertical-align:baseline}
    text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
    fill:var(--quiet);font-variant-numeric:tabular-nums}
    text.value,text.year,text.n0,text.n1,text.n2{fill:var(--ink)}
    text.year{font-weight:650}
    text.n3,text.n4{fill:var(--paper);font-weight:600}
    .track{fill:var(--track)}
    .fill{fill:var(--good)}
    .hn{fill:none;stroke:var(--line)}
    .open{fill:none;stroke:var(--quiet)}
    .dot{fill:var(--quiet)}
    .cross{stroke:var(--bad)}
    .h0{fill:var(--h0)}
    .h1{fill:var(--h1)}
    .h2{fill:var(--h2)}
    .h3{fill:var(--h3)}
    .h4{fill:var(--h4)}
    .done{color:var(--good)}
    .missed{color:var(--bad)}
    .star{color:var(--star)}
    .quiet{color:var(--quiet)}
    @media (max-width:34rem){body{padding:1rem .75rem 2rem;font-size:15px}\
    .head-vol{display:none}table.tbl{display:block;overflow-x:auto}\
    table.tbl td{padding-right:.5rem;font-size:.9rem}table.tbl td.c{padding-right:.3rem}}
    @media print{body{max-width:none;padding:0}}
    """
}
