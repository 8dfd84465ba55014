/// A file without anybody's data, which a browser may have before it has a key.
struct PublicFile {
  let response: Response

  init?(_ route: Route, base: String) {
    switch route {
    case .manifest:
      response = Response(
        200,
        "application/manifest+json",
        """
        {"name": "Habits", "short_name": "Habits", "start_url": "\(base)/", "scope": "\(base)/",
        "display": "standalone", "background_color": "#14171a", "theme_color": "#1b7a43",
        "icons": [{"src": "\(base)/icon.svg", "sizes": "any", "type": "image/svg+xml",
        "purpose": "any"}]}

        """
      )
    case .icon(.svg): response = Response(200, "image/svg+xml", PublicFile.icon)
    case .icon(.png): response = Response(200, "image/png", Base64.bytes(of: PublicFile.picture))
    case .worker:
      response = Response(
        200,
        "text/javascript; charset=utf-8",
        "const base='\(base)';\n\(PublicFile.worker)"
      )
    default: return nil
    }
  }

  /// Shows the last version of a page while there is no network.
  ///
  /// The kept pages are those of one user: of whom the server has answered last.
  private static let worker = """
    const prefix='habit:'+base+':';
    const forget=async name=>{
      for(const k of await caches.keys())
        if((k+':').startsWith(prefix)&&k!==name)await caches.delete(k)};
    const keep=async(key,answer)=>{
      const owner=answer.headers.get('X-Habit');
      if(answer.status===401||answer.status===403)await forget();
      if(!owner)return;
      await forget(prefix+owner);
      if(!answer.ok||answer.redirected||!answer.headers.get('Content-Type').startsWith('text/html'))return;
      const store=await caches.open(prefix+owner);
      await store.put(key,answer.clone());
      const keys=(await store.keys()).filter(k=>!k.url.startsWith(ahead));
      if(keys.length>40)await store.delete(keys[0])};
    const today=location.origin+base+'/',ahead=today+'ahead/';
    const look=async()=>{
      const answer=await fetch(today);
      await keep(today,answer);
      await lookAhead(answer)};
    const lookAhead=async answer=>{
      const last=await caches.match(ahead+7);
      if(!answer.ok||last&&last.headers.get('X-Day')===answer.headers.get('X-Day'))return;
      for(let days=1;days<8;days++)await keep(ahead+days,await fetch(ahead+days))};
    const find=async key=>{
      const page=await caches.match(key);
      if(!page||key!==today)return page;
      let last=page;
      for(let days=0;days<8;days++){
        const next=days?await caches.match(ahead+days):page;
        if(next)last=next;
        if(next&&next.headers.get('X-Ends')>Date.now()/1000)break}
      return last};
    addEventListener('install',()=>skipWaiting());
    addEventListener('activate',event=>event.waitUntil((async()=>{
      await clients.claim();
      await look()})().catch(()=>{})));
    addEventListener('fetch',event=>{
      const {request}=event,url=new URL(request.url);
      if(request.method!=='GET'||url.origin!==location.origin||
        url.searchParams.has('key')||!url.pathname.startsWith(base+'/'))return;
      const key=url.origin+url.pathname;
      event.respondWith((async()=>{
        const kept=await find(key);
        try{
          const answer=await fetch(request,kept?{signal:AbortSignal.timeout(4000)}:{});
          if(kept&&answer.status>=502&&!answer.headers.has('X-Habit'))return kept;
          await keep(key,answer);
          if(key===today)event.waitUntil(lookAhead(answer.clone()).catch(()=>{}));
          return answer
        }catch(error){
          if(kept)return kept;
          if(request.mode==='navigate'&&key!==today&&await find(today))
            return Response.redirect(today);
          throw error}})())});

    """

  private static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" \
    rx="112" fill="#1b7a43"/><path d="M136 268l84 84 156-180" fill="none" stroke="#fff" \
    stroke-width="52" stroke-linecap="round" stroke-linejoin="round"/></svg>

    """

  /// The same with 180 × 180 pixels, for iOS, which shows no SVG and rounds corners itself; in base64.
  private static let picture = """
    iVBORw0KGgoAAAANSUhEUgAAALQAAAC0AgMAAABAo+6hAAAADFBMVEUbekNnpoKz08D///9OMp1LAAABk0lEQVR42u1XsW3DMB\
    BUaMAsWKRPoxE0QrxPhpCHyR7UCB7BrbsUKoIgzgeiCYpEYP+dASPNX6sr7nive7LrDAaDwWAwGAx34uWdID+J7HF2EJlx9iBy\
    xtlR5IeRLbJD2X5hwzb7hT2h7HFhHwiTONsJww7C6B6EOZNkEj3vlA2cZcpGvkH2c2LPlMkDkw1q0t1h8pMZQDlS2UxMNpzJMz\
    WAXDZHKpv94waQy+YDZL8+egBvZPN2+pPNdZPb5nC1AeybExiVbMb6984DeF1289UrJl0z+toAbprotHLwTS9pA+hrW2o5+Pqf\
    VQfQ1zOnlsOmLlS1HFydh1oOOb0JLIe4CgfKYViFA+UQVuGjXg6uCIfKoQiHtlMR3iMNWIRD26kIx8ohCwe3UxYesAbMwsHtlI\
    ULWNyxYqPLA91OYWXPaLHCxR0Jk5VwaDsV4dB2KsKx7RQJk6twbDsFYW4OTqgVHKmbA3fRDczN4SIcvbpehOPPp4F5VyTh8Hto\
    EY6/tRbhxKuv237tOoPBYDAYDIZ/wy+603dEovTivAAAAABJRU5ErkJggg==
    """
}
