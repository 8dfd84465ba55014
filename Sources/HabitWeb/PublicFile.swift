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
    case .icon(.png): response = Response(200, "image/png", PublicFile.picture)
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

  /// The same with 180 × 180 pixels, for iOS, which shows no SVG and rounds corners itself.
  private static var picture: [UInt8] {
    let digits = hexadecimalPicture.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private static let hexadecimalPicture = """
    89504e470d0a1a0a0000000d49484452000000b4000000b4020300000040a3eea10000000c504c54451b7a4367a682b3d3c0ffff
    ff4e329d4b000001934944415478daed57b16dc330105468c02c58a44fa3113442bc4f869087c91ed4081ec1adbb142a8220ce07
    a2098a4460ff9d0123cd5fab2bee78af7bb2eb0c0683c16030180c77e2e59d203f89ec7176109971f62072c6d951e487912db243
    d97e61c336fb853da1ec71611f089338db09c30ec2e81e84399364123def940d9c65ca46be41f67362cf94c903930d6ad2dd61f2
    9319403952d94c4c369cc93335805c36472a9bfde30690cbe60364bf3e7a006f64f376fa93cd7593dbe670b501ec9b1318956cc6
    faf7ce03785d76f3d52b265d33fada006e9ae8b472f04d2f6903e86b5b6a39f8fa9f5507d0d733a796c3a62e54b51c5c9d875a0e
    39bd092c87b80a07ca61588503e51056e1a35e0eae0887caa10887b65311de230d588443dba908c7ca210b07b753161eb006ccc2
    c1ed94850b58dcb162a3cb03dd4e6165cf68b1c2c51d09939570683b15e1d0762ac2b1ed140993ab706c3b05616e0e4ea8151ca9
    9b0377d10dcccde1221cbdba5e84e3cfa781795724e1f07b68118ebfb516e1c4abafdb7eed3a83c16030180c867fc32fbad37744
    a2f4e2bc0000000049454e44ae426082
    """
}
