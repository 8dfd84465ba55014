extension HTMLDocument {
  /// The SHA-256 of ``style`` in base64, by which the document's policy knows it.
  ///
  /// A test computes it again.
  static let styleHash = "1imUb73KVPluFkk1/YFDFCWnvBTdC8syY5hvFPzqJsw="

  /// How a page looks; a test computes the contrast of its colours.
  static let style = """
    \(HTML.colors)
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:48rem;padding:1.5rem 1.25rem 3rem;background:var(--paper);\
    color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",\
    sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
    h1{font-size:1.6rem;line-height:1.25;font-weight:650;margin:0;overflow-wrap:anywhere}
    h2{font-size:.8rem;font-weight:650;letter-spacing:.08em;color:var(--quiet);margin:2rem 0 .5rem}
    h3{font-size:1rem;font-weight:650;margin:1.25rem 0 .25rem}
    p{margin:.5rem 0}
    a{color:inherit}
    nav{margin-bottom:1rem;font-size:.85rem}
    nav p,.pages{display:flex;flex-wrap:wrap;gap:.35rem 1rem;margin:.25rem 0}
    nav a,.pages a{overflow-wrap:anywhere}
    h2.year{font-size:1.2rem;letter-spacing:normal;color:inherit}
    #NAME{display:none}
    #NAME+.Pp{margin:.25rem 0 0}
    #NAME+.Pp{color:var(--quiet)}
    table{border-collapse:collapse}
    th{font-weight:inherit;text-align:left}
    .tbl,.chart{margin:.25rem 0;width:100%}
    .tbl td,.tbl th{padding:.3rem .9rem .3rem 0;vertical-align:baseline}
    .tbl tr>:last-child{padding-right:0}
    .tbl tr+tr{border-top:1px solid var(--line)}
    .tbl [scope=col]{font-weight:500;color:var(--quiet);font-size:.85rem;vertical-align:bottom;\
    overflow-wrap:normal}
    .tbl [scope=row],.long{overflow-wrap:anywhere;min-width:5.5rem}
    .tbl b{font-weight:inherit}
    .tbl .c{text-align:center;white-space:nowrap}
    .tbl .r,.chart .r{text-align:right;white-space:nowrap}
    .chart caption,.words{position:absolute;width:1px;height:1px;overflow:hidden;\
    clip-path:inset(50%);white-space:nowrap}
    .chart td,.chart th{padding:.15rem .75rem .15rem 0;white-space:nowrap}
    .chart th{color:var(--quiet);min-width:5.5rem}
    .chart .b{width:100%}
    .chart tr>:last-child{min-width:3.5rem;padding-right:0}
    .chart svg{display:block;width:100%;height:.6rem}
    figure{margin:.5rem 0}
    figcaption,summary,details{color:var(--quiet);font-size:.8rem}
    figcaption{margin:.5rem 0}
    .shade{white-space:nowrap;margin-right:.6rem;font-size:.8rem;color:var(--quiet)}
    .month{table-layout:fixed;width:100%;border-collapse:separate;\
    border-spacing:3px}
    .month td,.month th{padding:.25rem 0;border-radius:4px;text-align:center}
    .month th{font-size:.8rem;color:var(--quiet)}
    .month .h0{background:var(--track)}
    .month .h1{background:var(--h1)}
    .month .h2{background:var(--h2);color:var(--paper)}
    .month .h3{background:var(--h3);color:var(--paper)}
    .month .h4{background:var(--h4);color:var(--paper)}
    .year{font-weight:650}
    .maps{display:flex;flex-wrap:wrap;gap:.5rem 1rem}
    .maps svg{flex:0 1 auto;max-width:100%;height:auto}
    dl{margin:.5rem 0;display:grid;grid-template-columns:fit-content(12rem) 1fr;gap:.25rem 1rem}
    dt{color:var(--quiet)}
    dd{margin:0;min-width:0}
    dt,dd{overflow-wrap:anywhere}
    .numbers{grid-template-columns:repeat(auto-fit,minmax(8rem,1fr));gap:1rem}
    .numbers dt,.numbers .quiet{font-size:.85rem}
    .numbers dt+dd{font-size:1.6rem;font-weight:650;line-height:1.25;overflow-wrap:normal}
    @media (min-width:48rem){.tbl td:has(.half){white-space:nowrap}.tbl .r{width:1%}}
    svg.own{margin-right:.1rem}
    th svg.own{float:left;margin:.45em .1rem 0 0}
    svg[color] .fill{fill:currentColor}
    pre{font:.875rem/1.4 ui-monospace,"DejaVu Sans Mono",monospace;overflow-x:auto}
    .Bd{margin:.5rem 0}
    svg.bar,svg.spark,svg.strip{vertical-align:middle}
    svg.spark{vertical-align:baseline}
    text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
    fill:var(--quiet);font-variant-numeric:tabular-nums}
    \(HTML.marks)
    rect.h1{fill:var(--h1)}
    rect.h2{fill:var(--h2)}
    rect.h3{fill:var(--h3)}
    rect.h4{fill:var(--h4)}
    .done{color:var(--good)}
    .missed{color:var(--bad)}
    .star{color:var(--star)}
    .quiet{color:var(--quiet)}
    footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.5rem;\
    color:var(--quiet);font-size:.8rem}
    @media (max-width:36rem){body{padding:1rem .75rem 2rem;font-size:.9375rem}\
    section{overflow-x:auto}.tbl td,.tbl th{padding:.25rem .4rem .25rem 0;font-size:.8rem}\
    .tbl [scope=col]{font-size:.7rem}.tbl [scope=row],.long{min-width:5.25rem}\
    .tbl td.c{padding-right:.25rem}details .tbl td{padding-right:.2rem}\
    .tbl svg{width:100%;min-width:1.5rem}.tbl .bar{max-width:4rem}\
    .tbl .own{width:.6rem;min-width:0}.tbl .strip{min-width:3.5rem}.tbl .half{min-width:6rem}\
    #NOTES~dl{display:block}}
    @media print{@page{size:A4;margin:14mm}body{max-width:none;padding:0;font-size:10pt}\
    h2{margin-top:1.1rem}nav,footer,details{display:none}tr,figure,.chart,dl{break-inside:avoid}\
    thead{display:table-header-group}tr:first-child{break-after:avoid}\
    h2{break-after:avoid}*{print-color-adjust:exact}}
    """
}
