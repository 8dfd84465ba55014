extension Page {
  /// Sends touches without a reload, and keeps those that the server has not acknowledged.
  ///
  /// A touch is an item of the browser's own store, written before it is sent and removed when it is
  /// acknowledged: neither a closed page nor a lost answer loses or doubles it.
  static let script = """
    'use strict';
    const base=document.documentElement.dataset.base,owner=document.body.dataset.owner;
    const every='habit-touch:'+base+':',kept=every+owner+':';
    const store={
      all(){return Object.keys(localStorage).filter(k=>k.startsWith(kept))
        .map(k=>JSON.parse(localStorage[k])).sort((a,b)=>a.at-b.at||a.order-b.order)},
      put(t){localStorage.setItem(kept+t.touch,JSON.stringify(t))},
      drop(t){localStorage.removeItem(kept+t.touch)},
      has(t){return localStorage.getItem(kept+t.touch)!==null}};
    for(const k of Object.keys(localStorage))
      if(k.startsWith(every)&&!k.slice(every.length).includes(':')){
        const t=JSON.parse(localStorage[k]);
        t.fields.owner=owner;
        store.put({...t,refused:'habit 1.1.0 kept this touch, and not whose it is'});
        localStorage.removeItem(k)}
    const draw=()=>[...crypto.getRandomValues(new Uint8Array(16))]
      .map(b=>b.toString(16).padStart(2,'0')).join('');
    const waits=()=>store.all().some(t=>!t.refused);
    const live=document.createElement('div');
    live.className='visually-hidden';
    live.setAttribute('role','status');
    document.documentElement.append(live);
    const announce=text=>{if(live.textContent!==text)live.textContent=text};
    const isOver=()=>Date.now()/1000>+document.body.dataset.ends;
    const heading=()=>document.querySelector('h1,.sum').textContent;
    const isOurs=answer=>answer.headers.get('X-Habit')===owner;
    let order=0,busy=false,again=false,why='',late=sessionStorage.late||'';
    delete sessionStorage.late;
    const say=()=>{
      const all=store.all(),box=document.getElementById('queue');
      if(!box)return;
      const refused=all.filter(t=>t.refused),waiting=all.length-refused.length;
      box.replaceChildren();
      for(const t of refused){
        const p=document.createElement('p'),b=document.createElement('button');
        p.textContent=[t.name,t.fields.note||t.fields.amount,t.refused].filter(x=>x).join(': ');b.type='button';b.textContent='Discard';
        b.onclick=()=>{store.drop(t);say()};
        const a=b.cloneNode();
        a.textContent=t.ask?'Save':'Try again';
        a.onclick=()=>{if(t.ask)t.fields.sure=1;delete t.refused;delete t.ask;store.put(t);send()};
        box.append(p,a,b)}
      const tell=text=>box.appendChild(document.createElement('p')).textContent=text;
      if(waiting)tell(waiting+(waiting>1?' touches wait':' touch waits')+' on this phone'+why);
      if(late)tell(late);
      if(isOver())tell('This is the page of '+heading()+': a touch counts for this day.');
      box.hidden=!box.childElementCount;
      if(!box.hidden)announce(box.textContent);
      for(const b of document.querySelectorAll('[data-waits]'))b.removeAttribute('data-waits');
      for(const t of all){
        if(t.refused||t.day!==document.body.dataset.day)continue;
        const [verb,id,more]=t.act.split(' '),row=document.querySelector('[data-habit="'+id+'"] .main');
        if(!row)continue;
        const before=row.dataset.waits||'',amount=more||t.fields.amount;
        row.dataset.waits=verb!=='log'?{done:'✓',untick:'not done'}[verb]||verb:
          '+'+Math.round(1000*((+before.slice(1)||0)+(+amount||0)))/1000}};
    const parsed=async answer=>new DOMParser().parseFromString(await answer.text(),'text/html');
    const show=async(answer,mayTurn)=>{
      const page=await parsed(answer),[own,other]=[document.body.dataset,page.body.dataset];
      if(other.owner!==owner){location.reload();return}
      if(own.page!==other.page||own.day!==other.day){
        if(mayTurn){if(own.page===other.page)location.reload()}
        else{late=sessionStorage.late='Saved for '+page.querySelector('h1,.sum').textContent+'.';await refresh();say()}
        return}
      const open=[...document.querySelectorAll('details')].map(d=>d.open);
      const fields=()=>[...document.querySelectorAll('input,textarea')];
      const typed=fields().map(f=>f.value!==f.defaultValue&&[f.name,f.value]);
      const at=document.activeElement,row=at.closest('[data-habit]');
      const place=at.id?'#'+at.id:row?'[data-habit="'+row.dataset.habit+'"] .'+at.className:
        at.name==='act'&&at.value?'[value="'+at.value+'"]':'';
      own.ends=other.ends;
      document.body.replaceChildren(...page.body.children);
      document.querySelectorAll('details').forEach((d,i)=>{d.open=!!open[i]});
      fields().forEach((f,i)=>{if(typed[i]&&typed[i][0]===f.name)f.value=typed[i][1]});
      const same=place&&document.querySelector(place);
      if(same)same.focus({preventScroll:true});
      const saved=document.querySelector('.told [role=status]');
      announce(saved?saved.textContent:'');
      say()};
    // An address with a password in it cannot be fetched.
    const site=location.origin;
    const refresh=()=>fetch(site+location.pathname+location.search).then(a=>a.ok&&a.headers.has('X-Habit')&&show(a,true))
      .catch(say);
    const words=async answer=>{
      const said=(await parsed(answer)).getElementById('failure');
      return said?[...said.querySelectorAll('p')].map(p=>p.textContent).join('; '):'the server answered '+answer.status};
    const get=(path,terms)=>
      fetch(site+base+path,{cache:'no-store',signal:AbortSignal.timeout(30000),...terms});
    const isStopped=async answer=>{
      const [status,known]=[answer.status,answer.headers.has('X-Habit')];
      if(known&&!isOurs(answer)){location.reload();return true}
      why=status===401||status===403?': '+await words(answer):'';
      if(!why&&isOurs(answer)&&status<500)return false;
      say();
      return true};
    const send=async()=>{
      if(busy){again=true;return}
      busy=true;
      try{
        let token=(document.querySelector('[name=token]')||{}).value,isFresh=false;
        for(const t of store.all()){
          if(t.refused||!store.has(t))continue;
          store.put({...t,again:1});
          const age=Math.max(0,Math.round((Date.now()-t.at)/1000));
          const post=()=>get('/touch',{method:'POST',body:new URLSearchParams({...t.fields,
            act:t.act,day:t.day,touch:t.touch,back:t.back,token,age,again:t.again||0})});
          let answer=token&&await post();
          if(!isFresh&&(!answer||answer.status===401||answer.status===403)){
            const fresh=await get('/token');
            if(await isStopped(fresh))return;
            [token,isFresh]=[await fresh.text(),true];
            answer=await post()}
          if(await isStopped(answer))return;
          if(answer.ok||answer.redirected){
            store.drop(t);
            if(t.back!==document.body.dataset.page&&/^(add|edit|up|down|archive|restore|delete) /.test(t.act))
              location.assign(answer.url);
            else if(!waits())await show(answer,false)
          }else{store.put({...t,refused:await words(answer),
            ask:answer.headers.has('X-Ask')});say()}}
      }catch(error){why='';say()}
      finally{busy=false;if(again){again=false;send()}}};
    document.addEventListener('submit',event=>{
      const form=event.target,button=event.submitter;
      if(!button||button.name!=='act'||!form.action.endsWith('/touch'))return;
      const fields={...Object.fromEntries(new FormData(form))};
      const t={act:button.value,day:fields.day,back:fields.back,touch:draw(),at:Date.now(),
        order:order++,name:((button.closest('[data-habit]')||document).querySelector('.name,h1')||form)
          .textContent};
      for(const name of ['act','day','back','touch','token'])delete fields[name];
      t.fields=fields;
      try{store.put(t)}catch(error){return}
      event.preventDefault();
      if(navigator.vibrate)navigator.vibrate(8);
      late='';form.reset();say();send()});
    addEventListener('online',send);
    addEventListener('storage',()=>waits()?say():refresh());
    document.addEventListener('visibilitychange',()=>{if(!document.hidden)waits()?send():refresh()});
    setInterval(()=>{if(waits())send()},15000);
    setInterval(()=>{if(isOver()&&!waits()&&!document.hidden)refresh()},3000);
    if('serviceWorker'in navigator)navigator.serviceWorker.register(site+base+'/worker.js').catch(()=>{});
    say();send();
    """
}
