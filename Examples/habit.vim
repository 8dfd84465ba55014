" Vim for the files of a habit repository: copy this file to ~/.vim/plugin.
"
" CTRL-X CTRL-O completes the keys and the fixed words of the file, from its JSON Schema.
" :make lists the problems of all files; :cnext goes from one to the next.

augroup habit
  autocmd!
  autocmd BufRead,BufNewFile */profile.json call s:Begin('profile')
  autocmd BufRead,BufNewFile */habits/*/habit.json call s:Begin('habit')
  autocmd BufRead,BufNewFile */habits/*/[0-9][0-9][0-9][0-9].json call s:Begin('year')
augroup END

function! s:Begin(schema) abort
  let marker = findfile('.habit.json', escape(expand('%:p:h'), ' ,;*\') . ';')
  if empty(marker)
    return
  endif
  let root = shellescape(fnamemodify(marker, ':p:h'), 1)
  " Paths of problems are those below the folder that the first line names.
  let &l:makeprg = printf('(echo in %s; habit check --repo %s)', root, root)
  setlocal errorformat=%Din\ %f,%f:%l:%c:\ %m,%-G%.%#
  let b:habit_schema = a:schema
  setlocal omnifunc=HabitComplete
endfunction

function! HabitComplete(findstart, base) abort
  if a:findstart
    return match(strpart(getline('.'), 0, col('.') - 1), '\a*$')
  endif
  if !exists('b:habit_words')
    let b:habit_words = s:Words(json_decode(system('habit schema ' . b:habit_schema)))
  endif
  return filter(copy(b:habit_words), 'stridx(v:val.word, a:base) == 0')
endfunction

" The keys of all objects in a schema, with what they are, and the texts of all enumerations.
function! s:Words(schema) abort
  let words = []
  if type(a:schema) == v:t_list
    for part in a:schema
      let words += s:Words(part)
    endfor
  elseif type(a:schema) == v:t_dict
    for [name, part] in items(get(a:schema, 'properties', {}))
      let words += [{'word': name, 'menu': get(part, 'description', '')}]
    endfor
    for text in filter(copy(get(a:schema, 'enum', [])), 'type(v:val) == v:t_string')
      let words += [{'word': text}]
    endfor
    let words += s:Words(values(a:schema))
  endif
  return uniq(sort(words, {a, b -> a.word ==# b.word ? 0 : a.word ># b.word ? 1 : -1}))
endfunction
