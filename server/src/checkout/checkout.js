// Pages for payers work without this file. With it they learn of changes at once, and say when there is no connection.

const watched = document.querySelector('[data-watch]')
const waitsMs = [3, 5, 8, 13, 20, 30].map((seconds) => seconds * 1000)
const stopsAfterMs = 15 * 60_000

/** What has focus is read aloud first: what is wrong, or else what has become of the payment. */
const toFocus = document.querySelector('.wrong[data-focus]') ?? document.querySelector('[data-focus]')
toFocus?.focus({ preventScroll: true })

/** Replaces the page, so that going back leads to where the payer came from and not to an earlier state. */
function showChange() {
  location.replace(location.pathname + location.search)
}

if (watched) watch(watched.dataset)
for (const form of document.forms) sendOnce(form)
const leaving = document.querySelector('[data-leaves]')
if (leaving) leaveSoon(leaving)
for (const button of document.querySelectorAll('[data-prints]')) {
  button.parentElement.hidden = false
  button.addEventListener('click', () => print())
}
const phone = document.querySelector('[data-networks]')
if (phone) tellNetwork(phone)

function watch({ watch: page, version }) {
  const beganMs = performance.now()
  let events
  let timer
  let polls = 0

  function isOver() {
    return performance.now() - beganMs > stopsAfterMs
  }

  function listen() {
    stop()
    if (isOver() || document.hidden) return
    events = new EventSource(`${page}/changes?version=${encodeURIComponent(version)}`)
    events.onopen = () => tellConnection(true)
    events.onmessage = showChange
    // Whatever the reason is: asking now and then needs less than a line that stays open.
    events.onerror = () => {
      events.close()
      plan()
    }
  }

  function plan() {
    clearTimeout(timer)
    timer = setTimeout(ask, waitsMs[Math.min(polls, waitsMs.length - 1)])
    polls += 1
  }

  async function ask() {
    if (isOver() || document.hidden) return
    try {
      const answer = await fetch(`${page}/version`, { cache: 'no-store' })
      tellConnection(true)
      if (answer.ok && (await answer.text()) !== version) return showChange()
    } catch {
      tellConnection(false)
    }
    plan()
  }

  function stop() {
    events?.close()
    clearTimeout(timer)
  }

  function tellConnection(isThere) {
    watched.hidden = isThere
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : listen()))
  addEventListener('offline', () => tellConnection(false))
  addEventListener('online', listen)
  addEventListener('pagehide', stop)
  addEventListener('pageshow', (shown) => shown.persisted && showChange())
  listen()
}

/** A second tap while the first is on its way is held back here; should it come through, it begins nothing either. */
function sendOnce(form) {
  form.addEventListener('submit', (sending) => {
    if (form.dataset.sent) sending.preventDefault()
    form.dataset.sent = 'yes'
  })
  addEventListener('pageshow', () => delete form.dataset.sent)
}

/** Back to the shop by itself, unless the payer wants to stay, looks elsewhere or came back from there. */
function leaveSoon(link) {
  const stay = document.querySelector('[data-stays]')
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation?.type === 'back_forward') return
  let seconds = 8
  const timer = setInterval(tick, 1000)

  function tick() {
    if (document.hidden) return
    seconds -= 1
    tell()
    if (seconds > 0) return
    stop()
    location.assign(link.href)
  }

  function tell() {
    link.lastElementChild.textContent = link.dataset.leaves.replace('{seconds}', seconds)
  }

  function stop() {
    clearInterval(timer)
    link.lastElementChild.textContent = ''
    stay.parentElement.hidden = true
  }

  stay.parentElement.hidden = false
  stay.addEventListener('click', stop)
  addEventListener('pagehide', stop)
  tell()
}

/** By the first digits, which is a guess, and said as one. */
function tellNetwork(input) {
  const told = document.getElementById('network')
  const networks = JSON.parse(input.dataset.networks)
  function look() {
    const digits = input.value.replace(/\D/g, '').replace(/^(255|0)/, '')
    const found = Object.keys(networks).find((name) =>
      networks[name].some((start) => digits.startsWith(start)),
    )
    told.textContent = found && digits.length > 2 ? told.dataset.words.replace('{net}', found) : ''
  }
  input.addEventListener('input', look)
  look()
}
