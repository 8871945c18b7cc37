// The phones of the page: they ring by one stream that stays open, which is also what holds their numbers.

const stage = document.getElementById('stage')
const connection = document.getElementById('connection')
const pinLength = 4
const handsets = [...document.querySelectorAll('.handset')].map(openHandset)

listen()
document.addEventListener('keydown', type)

function listen() {
  const events = new EventSource(stage.dataset.events)
  let telling

  function isThere() {
    clearTimeout(telling)
    telling = undefined
    connection.hidden = true
  }

  events.onopen = isThere
  events.onmessage = ({ data }) => {
    isThere()
    show(JSON.parse(data))
  }
  events.onerror = () => {
    // It ends now and then, and browsers listen again at once; only a silence is told.
    telling ??= setTimeout(() => {
      connection.hidden = false
    }, 2000)
    // Refused: whoever was signed out meanwhile is shown how to sign in.
    if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000)
  }
}

function show({ phones, heard, faults }) {
  for (const screen of phones) handsets.find(({ phone }) => phone === screen.phone)?.show(screen)
  put(document.getElementById('heard'), heard)
  put(document.getElementById('faults'), faults)
}

/** What has not changed stays, with whatever has focus in it. The markup was made and escaped by our own server. */
function put(place, markup) {
  if (place.dataset.shown === markup) return
  place.dataset.shown = markup
  place.innerHTML = markup
}

async function post(path, body) {
  const response = await fetch(`/simulator/${path}${stage.dataset.query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return await response.json()
}

/** Digits, Enter and Esc go to the phone that has focus, else to the first that rings; never away from a field. */
function type(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, select')) return
  const within = handsets.find(({ element }) => element.contains(event.target))
  const ringing = within?.isAsking() ? within : handsets.find((one) => one.isAsking())
  if (!ringing) return
  const isOnButton = event.target.matches('button, a')
  if (/^[0-9]$/.test(event.key)) ringing.digit(event.key)
  else if (event.key === 'Backspace') ringing.digit('erase')
  else if (event.key === 'Escape') ringing.answer('decline')
  else if (event.key === 'Enter' && !isOnButton) ringing.answer('approve')
  else return
  event.preventDefault()
}

function openHandset(element) {
  const { phone } = element.dataset
  const part = (name) => element.querySelector(`[data-part="${name}"]`)
  const panel = (name) => element.querySelector(`[data-panel="${name}"]`)
  const box = element.querySelector('.ussd')
  const ignored = new Set()
  /** What the box asks: its reference, and whether it was scanned. */
  let asked = null
  let pin = ''
  let isSending = false

  function isAsking() {
    return asked !== null
  }

  function ask({ reference, text, badge }, isScanned) {
    asked = { reference, isScanned }
    part('badge').textContent = badge
    part('asks').textContent = text
    part('told').textContent = ''
    setPin('')
    box.hidden = false
    // Whoever is typing somewhere is not interrupted; the phone says aloud that it rings.
    if (!document.activeElement?.matches('input, select')) box.focus({ preventScroll: true })
    if (isScanned) return
    part('said').textContent = text
    element.classList.add('rings')
    setTimeout(() => element.classList.remove('rings'), 1500)
    // Browsers refuse it, loudly, before anybody has touched the page.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200])
  }

  function close() {
    asked = null
    const hadFocus = box.contains(document.activeElement)
    box.hidden = true
    part('said').textContent = ''
    if (hadFocus) element.querySelector('[role=tab][aria-selected=true]').focus({ preventScroll: true })
  }

  function setPin(text) {
    pin = text
    part('dots').textContent = '●'.repeat(pin.length) + '○'.repeat(pinLength - pin.length)
  }

  function digit(pressed) {
    if (pressed === 'erase') setPin(pin.slice(0, -1))
    else if (pin.length < pinLength) setPin(pin + pressed)
  }

  async function answer(does) {
    if (asked === null || isSending) return
    const { reference, isScanned } = asked
    // Nobody is told of a prompt that is ignored, or of a code that was not paid after all.
    if (does === 'ignore') ignored.add(reference)
    if (does === 'ignore' || (does === 'decline' && isScanned)) return close()
    if (does === 'approve' && pin.length < pinLength) {
      part('told').textContent = box.dataset.four
      return
    }
    isSending = true
    const told = await post('answer', { phone, reference, answer: does, ...(does === 'approve' && { pin }) })
      .catch(() => null)
      .finally(() => {
        isSending = false
      })
    setPin('')
    if (told === null) connection.hidden = false
    else if (!told.success) part('told').textContent = box.dataset.over
    else if (told.data.state === 'waiting') part('told').textContent = box.dataset.wrong
    else {
      ignored.add(reference)
      // First the tab, so that focus comes to one that is selected.
      select('sms')
      close()
    }
  }

  function show({ bar, idle, sms, scan, prompts, knobs }) {
    put(part('bar'), bar)
    put(part('idle'), idle)
    put(panel('sms'), sms)
    put(panel('scan'), scan)
    for (const [name, isOn] of Object.entries(knobs))
      element.querySelector(`[data-knob="${name}"]`).setAttribute('aria-pressed', String(isOn))
    const open = prompts.filter(({ reference }) => !ignored.has(reference))
    const isOver =
      asked !== null && !asked.isScanned && !open.some(({ reference }) => reference === asked.reference)
    if (isOver) close()
    if (asked === null && open.length > 0) ask(open[0], false)
  }

  function select(name) {
    for (const tab of element.querySelectorAll('[role=tab]')) {
      const isIt = tab.dataset.tab === name
      tab.setAttribute('aria-selected', String(isIt))
      tab.tabIndex = isIt ? 0 : -1
      panel(tab.dataset.tab).hidden = !isIt
    }
    // An open camera has codes wait for it.
    post('knobs', { phone, scans: name === 'scan' }).catch(() => {})
  }

  element.addEventListener('click', ({ target }) => {
    const { digit: pressed, does, tab, knob, code, text, badge } = target.closest('button')?.dataset ?? {}
    if (pressed) digit(pressed)
    else if (does) answer(does)
    else if (tab) select(tab)
    else if (code) ask({ reference: code, text, badge }, true)
    else if (knob) turn(knob)
  })

  async function turn(name) {
    const button = element.querySelector(`[data-knob="${name}"]`)
    const isOn = button.getAttribute('aria-pressed') !== 'true'
    button.setAttribute('aria-pressed', String(isOn))
    await post('knobs', { phone, [name]: isOn }).catch(() => {})
  }

  element.querySelector('[role=tablist]').addEventListener('keydown', (event) => {
    const tabs = [...element.querySelectorAll('[role=tab]')]
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length]
    select(next.dataset.tab)
    next.focus()
  })

  return { phone, element, show, isAsking, digit, answer }
}
