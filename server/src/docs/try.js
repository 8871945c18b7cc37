// Makes calls from the reference. The key stays in this tab, and goes nowhere but to the service that served the page.
const keyName = 'malipo.try-key'

for (const details of document.querySelectorAll('.try')) {
  details.hidden = false
  const form = details.querySelector('form')
  details.addEventListener('toggle', () => {
    if (form.elements.key) form.elements.key.value ||= sessionStorage.getItem(keyName) ?? ''
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true
    await send(form).catch((error) => tell(form, [error.message]))
    button.disabled = false
  })
  form.addEventListener('input', () => warn(form, false))
}

async function send(form) {
  const { method } = form.dataset
  const key = form.elements.key?.value.trim() ?? ''
  if (key !== '') sessionStorage.setItem(keyName, key)
  const notice = form.querySelector('.notice')
  if (method !== 'GET' && key.includes('_live_') && notice.hidden) return warn(form, true)
  warn(form, false)
  const body = form.elements.body?.value
  if (body !== undefined) JSON.parse(body)
  const response = await fetch(addressOf(form), {
    method,
    headers: headersOf(form, key),
    ...(body !== undefined && { body }),
  })
  await show(form, response)
}

function warn(form, isLive) {
  form.querySelector('.notice').hidden = !isLive
}

function fieldsIn(form, place) {
  return [...form.querySelectorAll(`[data-in="${place}"]`)].map(({ name, value }) => [name, value.trim()])
}

function addressOf(form) {
  const path = fieldsIn(form, 'path').reduce((whole, [name, value]) => {
    if (value === '') throw new Error(`${name} is missing.`)
    return whole.replace(`{${name}}`, encodeURIComponent(value))
  }, form.dataset.path)
  const query = new URLSearchParams(fieldsIn(form, 'query').filter(([, value]) => value !== ''))
  return query.size > 0 ? `${path}?${query}` : path
}

function headersOf(form, key) {
  const { keyed, environment } = form.dataset
  return {
    ...(form.elements.body && { 'content-type': 'application/json' }),
    ...(key !== '' && { authorization: `Bearer ${key}` }),
    ...(keyed && { 'idempotency-key': freshId() }),
    // Without a key it is whoever is signed in, whose live money this page must not touch.
    ...(environment && key === '' && { 'x-environment': 'sandbox' }),
    ...Object.fromEntries(fieldsIn(form, 'header').filter(([, value]) => value !== '')),
  }
}

/** Where the page is not on a safe address, browsers make no UUIDs by themselves. */
function freshId() {
  if (crypto.randomUUID) return crypto.randomUUID()
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  hex[6] = `4${hex[6][1]}`
  hex[8] = `a${hex[8][1]}`
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

async function show(form, response) {
  const type = response.headers.get('content-type') ?? ''
  const status = `${response.status} ${response.statusText} · X-Request-Id ${response.headers.get('x-request-id')}`
  if (!/json|text/.test(type)) return tell(form, [status, `${(await response.blob()).size} bytes of ${type}`])
  const text = await response.text()
  tell(form, [status, type.includes('json') ? pretty(text) : text])
}

/** Written again with blanks only: numbers too long for JavaScript stay as they came. */
function pretty(text) {
  const parsed = JSON.parse(text)
  const written = JSON.stringify(parsed, null, 2)
  return JSON.stringify(parsed) === text ? written : text
}

function tell(form, [status, body]) {
  const line = document.createElement('p')
  line.textContent = status
  const answer = form.querySelector('.answer')
  if (body === undefined) return answer.replaceChildren(line)
  const block = document.createElement('pre')
  block.tabIndex = 0
  block.textContent = body
  answer.replaceChildren(line, block)
}
