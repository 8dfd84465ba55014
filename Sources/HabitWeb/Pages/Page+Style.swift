internal import HabitReport

extension Page {
  /// How pages look: one column, and nothing that is touched smaller than 48 pixels.
  static let style = """
    \(HTML.colors)
    :root{--card:#fff;--back:#f4f5f7;--soft:#e7f3ec}
    @media (prefers-color-scheme:dark){:root{--card:#1d2125;--back:#14171a;--soft:#1c2f25}}
    *{box-sizing:border-box}
    html{scroll-padding-bottom:5rem}
    body{margin:0 auto;max-width:38rem;padding:1rem 12px 6rem;background:var(--back);\
    color:var(--ink);font:1rem/1.4 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",\
    sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;\
    -webkit-tap-highlight-color:transparent}
    h1{font-size:1.45rem;line-height:1.2;font-weight:650;margin:0}
    h2{font-size:.8rem;font-weight:650;letter-spacing:.08em;color:var(--quiet);\
    margin:1.25rem .25rem .5rem}
    p{margin:.35rem 0}
    a{color:inherit}
    header{padding:0 .25rem}
    .sum{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;color:var(--quiet)}
    .sum b,.sum .good{color:var(--good)}
    .sum .bad{color:var(--bad)}
    .row{display:flex;flex-wrap:wrap;gap:.5rem;margin:0 0 .5rem}
    button,.more,input,select,textarea{font:inherit;color:inherit;min-height:3.5rem;\
    min-width:3rem;border:1px solid var(--line);border-radius:.9rem;background:var(--card)}
    button,.more{cursor:pointer;touch-action:manipulation}
    button:active,.more:active{background:var(--line)}
    :focus-visible{outline:3px solid var(--h1);outline-offset:2px}
    .main{flex:1 1 10rem;min-width:0;display:grid;grid-template-columns:1.9rem 1fr auto;\
    align-items:center;gap:.1rem .5rem;text-align:left;padding:.45rem .7rem}
    [hidden]{display:none!important}
    .mark{grid-row:span 3;width:1.75rem;height:1.75rem;border-radius:50%;display:grid;\
    place-items:center;border:2px solid var(--quiet);color:var(--quiet);line-height:1}
    .done .mark{background:var(--good);border-color:var(--good);color:var(--card)}
    .begun .mark{border-color:var(--good);color:var(--good)}
    .missed .mark{border-color:var(--bad);color:var(--bad)}
    .free .mark,.extra .mark,.skipped .mark{border-style:dotted}
    .done .main{background:var(--soft)}
    .name{font-weight:550}
    .said,.streak{color:var(--quiet);font-size:.85rem}
    .missed .said{color:var(--bad)}
    .said,.main>svg.strip{grid-column:2/-1}
    .main>svg.strip{width:4.2rem;height:auto}
    .plus,.streak{justify-self:end;white-space:nowrap}
    .plus{font-weight:650;color:var(--good)}
    @media (min-width:36rem){.said{grid-column:2}.mark{grid-row:span 2}\
    .main>svg.strip{grid-column:3;width:5.25rem}}
    .main[data-waits]{border-style:dashed;border-color:var(--good)}
    .main[data-waits]::after{content:"waits: " attr(data-waits);grid-column:2/-1;color:var(--good);\
    font-size:.85rem}
    .step,.more{display:grid;place-items:center;text-decoration:none;font-weight:650;\
    padding:0 .5rem}
    .row>.more{color:var(--quiet);border-color:transparent;background:none;font-size:1.5rem;\
    padding:0;margin-left:-.5rem}
    summary{color:var(--quiet);padding:.9rem .25rem;min-height:3rem;cursor:pointer}
    .say{border-radius:.9rem;background:var(--card);border:1px solid var(--line);\
    padding:.5rem .9rem;margin:.75rem 0;display:flex;flex-wrap:wrap;align-items:center;\
    justify-content:space-between;gap:.25rem .75rem}
    .say.good{border-color:var(--good);color:var(--good);font-weight:600}
    .say.bad{border-color:var(--bad)}
    .told{position:sticky;bottom:calc(3.5rem + env(safe-area-inset-bottom))}
    .say button{min-height:3rem;padding:0 1rem}.say>form{min-width:0}
    .field{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;margin:.5rem 0}
    .field>*{padding:0 .9rem}
    .line{display:block;margin:.75rem .25rem;color:var(--quiet)}
    .line>*{display:block;width:100%;padding:0 .9rem;color:var(--ink)}
    .field input,.field select,.field textarea{flex:1 1 5rem;min-width:0}
    .field textarea{padding:.7rem .9rem;resize:vertical}
    .rate{display:grid;grid-template-columns:repeat(auto-fit,minmax(3.9rem,1fr));gap:.4rem}
    .rate button{padding:0;font-size:.8rem}
    [aria-pressed=true].picked{background:var(--soft);border-color:var(--good)}
    .visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    dl{margin:.5rem .25rem}
    dl div{display:flex;flex-wrap:wrap;gap:0 1rem;margin:0 0 .25rem}
    dt{color:var(--quiet);min-width:5rem}dd{margin:0;flex:1 1 10rem}
    table{width:100%;table-layout:fixed;border-spacing:2px;margin:0 0 .5rem}
    th{font-weight:400;font-size:.8rem;color:var(--quiet)}
    td{padding:0;text-align:center}
    td a,td span{display:block;min-height:3rem;padding:.35rem 0;border-radius:.6rem;\
    text-decoration:none;line-height:1.15;background:var(--card)}
    td span{color:var(--quiet)}
    td i{display:block;font-style:normal;color:var(--quiet)}
    td .done{background:var(--soft)}
    td .done i{color:var(--good)}
    td .missed i{color:var(--bad)}
    td [aria-current]{outline:2px solid var(--good)}
    footer{color:var(--quiet);font-size:.85rem;padding:.5rem .25rem}
    nav{position:fixed;inset:auto 0 0;display:flex;flex-wrap:wrap;justify-content:center;background:var(--card);\
    border-top:1px solid var(--line);padding:0 0 env(safe-area-inset-bottom)}
    nav a,nav span{flex:1 0 auto;min-width:48px;max-width:8rem;min-height:3.5rem;display:grid;\
    place-items:center;text-decoration:none;font-size:.9rem;overflow-wrap:normal}
    nav span{color:var(--line)}
    nav .turn{font-size:1.6rem}
    .links{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
    .links a{display:grid;place-items:center;min-height:3rem;min-width:3rem}
    \(HTML.marks)
    """
}
