// What the pages for developers do beyond reading: copying, the language that somebody likes, finding while typing.
const page = document.getElementById('page')
const liked = 'malipo.sample-language'

for (const block of document.querySelectorAll('.code')) addCopy(block)
likeLanguage(recall(liked))
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.sample > input')) return
  keep(liked, target.value)
  stayPut(target, () => likeLanguage(target.value))
})
find(document.querySelector('[role="search"]'))
if (document.querySelector('.try')) import(page.dataset.try)

function addCopy(block) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = page.dataset.copy
  button.addEventListener('click', async () => {
    await copy(block.querySelector('code'))
    button.textContent = page.dataset.copied
    setTimeout(() => {
      button.textContent = page.dataset.copy
    }, 2_000)
  })
  block.append(button)
}

/** Where the page is not on a safe address there is no clipboard, but what is selected can still be copied. */
async function copy(code) {
  if (navigator.clipboard) return await navigator.clipboard.writeText(code.textContent)
  getSelection().selectAllChildren(code)
  document.execCommand('copy')
}

function likeLanguage(language) {
  if (!/^\w+$/.test(language ?? '')) return
  for (const radio of document.querySelectorAll(`.sample > .in-${language}`)) radio.checked = true
}

/** Samples above change their height, and what was chosen must not jump away. */
function stayPut(element, change) {
  const before = element.getBoundingClientRect().top
  change()
  scrollBy(0, element.getBoundingClientRect().top - before)
}

/** A browser that keeps nothing still shows everything. */
function keep(name, value) {
  try {
    localStorage.setItem(name, value)
  } catch {}
}

function recall(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function find(form) {
  const input = form.querySelector('input')
  const found = form.querySelector('.found')
  const words = JSON.parse(form.dataset.words)
  let asked = 0
  let timer

  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(look, 150)
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') found.hidden = true
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const places = [input, ...found.querySelectorAll('a')]
    const next = places.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
    if (found.hidden || !places[next]) return
    event.preventDefault()
    places[next].focus()
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) found.hidden = true
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName)) return
    event.preventDefault()
    input.focus()
  })

  async function look() {
    const query = input.value.trim()
    asked += 1
    const mine = asked
    if (query === '') {
      found.hidden = true
      return
    }
    const answer = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`).catch(() => null)
    // Enter still leads to the page of results.
    if (!answer?.ok || mine !== asked) return
    const { data } = await answer.json()
    show(query, data.items.slice(0, 8))
  }

  function show(query, places) {
    const count = document.createElement('p')
    count.className = 'muted'
    count.setAttribute('role', 'status')
    count.textContent =
      places.length === 0
        ? words.none.replace('{query}', query)
        : places.length === 1
          ? words.one
          : words.many.replace('{count}', places.length)
    const list = document.createElement('ul')
    list.append(...places.map(entryOf))
    found.replaceChildren(count, list)
    found.hidden = false
  }
}

function entryOf({ address, title, page: name }) {
  const entry = document.createElement('li')
  const link = document.createElement('a')
  link.href = address
  link.textContent = title
  const where = document.createElement('span')
  where.className = 'muted'
  where.textContent = name
  link.append(where)
  entry.append(link)
  return entry
}
