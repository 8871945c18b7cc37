import {
  fillIn,
  formatMoney,
  formatPhone,
  formatTime,
  type Html,
  html,
  type Language,
  textOf,
  type Words,
  wordsIn,
} from '../pages/pages.ts'
import {
  type Handset,
  type HandsetMessage,
  type HandsetView,
  networkOf,
  type ShownCode,
  type ShownPrompt,
} from '../providers/providers.ts'
import type { ShownPhone } from './shown-phones.ts'
import type { Heard } from './what-was-heard.ts'

/** What the page shows now, in pieces that its script puts in place. Markup is made here, where it is escaped. */
export type Screens = { phones: Screen[]; heard: string; faults: string }

type Screen = {
  phone: string
  bar: string
  idle: string
  sms: string
  scan: string
  /** What rings, the oldest first. Text, not markup. */
  prompts: { reference: string; text: string; badge: string; wrong: string }[]
  knobs: { empty: boolean; signal: boolean; slow: boolean; alone: boolean }
}

export type Looked = HandsetView & { handsets: Handset[]; heard: Heard[] }

export function screensOf(looked: Looked, phones: ShownPhone[], language: Language): Screens {
  return {
    phones: phones.flatMap((shown) => {
      const handset = looked.handsets.find(({ phone }) => phone === shown.phone)
      return handset ? [screenOf(looked, shown, handset)] : []
    }),
    heard: textOf(heardList(looked.heard, language)),
    faults: textOf(faultList(looked, language)),
  }
}

function screenOf(looked: Looked, { phone, language }: ShownPhone, handset: Handset): Screen {
  const ofPhone = <Row extends { phone: string }>(rows: Row[]) => rows.filter((row) => row.phone === phone)
  const { simulator: words } = wordsIn(language)
  return {
    phone,
    bar: textOf(statusBar(handset, language)),
    idle: textOf(idleScreen(handset, language)),
    sms: textOf(messageList(ofPhone(looked.messages), language)),
    scan: textOf(codeList(looked.codes, language)),
    prompts: ofPhone(looked.prompts).map((prompt) => ({
      ...{ reference: prompt.reference, text: askingText(prompt, language) },
      badge: prompt.environment === 'live' ? words.live : words.sandbox,
      wrong: prompt.wrong_pins > 0 ? words.wrongPin : '',
    })),
    knobs: {
      empty: handset.balance === 0n,
      signal: handset.reachable_since === null,
      slow: handset.is_slow,
      alone: !handset.answers,
    },
  }
}

/** As a network asks: who is paid, how much, and for the PIN. */
function askingText(
  { amount, currency, merchant_name: shop, reference }: ShownPrompt | ShownCode,
  language: Language,
) {
  const { simulator: words } = wordsIn(language)
  return fillIn(words.asks, { amount: formatMoney(amount, currency), shop, ref: shortened(reference) })
}

/** Enough to know it by. The whole of it is longer than the screen is wide. */
function shortened(reference: string): string {
  return reference.slice(-8)
}

function statusBar({ phone, reachable_since: since, balance }: Handset, language: Language): Html {
  const { simulator: words } = wordsIn(language)
  const bars =
    since === null
      ? html`<path d="M2 2l12 12M14 2L2 14" fill="none" stroke="currentColor" stroke-width="2"/>`
      : html`<path d="M1 12h2v3H1zM5 9h2v6H5zM9 5h2v10H9zM13 1h2v14h-2z" fill="currentColor"/>`
  return html`<span class="net">${networkOf(phone) ?? words.someNetwork}</span>
<svg viewBox="0 0 16 16" width="16" height="16" role="img" aria-label="${since === null ? words.noSignal : words.signal}">${bars}</svg>
<span class="money"><span>${words.balance}</span> <strong>${formatMoney(balance, 'TZS')}</strong></span>`
}

function idleScreen({ answers, reachable_since: since }: Handset, language: Language): Html {
  const { simulator: words } = wordsIn(language)
  const hint = since === null ? words.cut : answers ? words.ring : words.alone
  return html`<p class="idle"><strong>${since === null ? words.noSignal : words.idle}</strong> ${hint}</p>`
}

function messageList(messages: HandsetMessage[], language: Language): Html {
  const words = wordsIn(language)
  if (messages.length === 0) return html`<p class="idle">${words.simulator.noSms}</p>`
  return html`<ol class="sms">${messages.slice(0, 8).map((message) => {
    const { kind, reason, amount, currency, party, balance, reference, phone, created_at: at } = message
    const net = networkOf(phone) ?? words.checkout.someNetwork
    const text = fillIn(words.simulator.sms[kind], {
      ...{ amount: formatMoney(amount, currency), party, balance: formatMoney(balance, currency) },
      ...{ ref: shortened(reference), reason: fillIn(words.checkout.reasons[reason ?? ''] ?? '', { net }) },
    })
    return html`<li><span>${net}, ${formatTime(at)}</span> ${text}</li>`
  })}</ol>`
}

function codeList(codes: ShownCode[], language: Language): Html {
  const { simulator: words } = wordsIn(language)
  return html`${codes.length === 0 ? html`<p class="idle">${words.noCodes}</p>` : html`<ul class="codes">${codes.map((code) => codeItem(code, language))}</ul>`}
<p class="camera">${words.camera}</p>`
}

function codeItem(code: ShownCode, language: Language): Html {
  const { simulator: words } = wordsIn(language)
  const { reference, environment, merchant_name: shop, amount, currency } = code
  const badge = environment === 'live' ? words.live : words.sandbox
  const text = askingText(code, language)
  return html`<li><button type="button" data-code="${reference}" data-text="${text}" data-badge="${badge}"><strong>${formatMoney(amount, currency)}</strong> ${shop} <span>${shortened(reference)}</span></button></li>`
}

function heardList(heard: Heard[], language: Language): Html {
  const { simulator: words } = wordsIn(language)
  if (heard.length === 0) return html`<li class="none">${words.nothingHeard}</li>`
  return html`${heard.map((step) => {
    const { to, source, at, amount, currency, phone, path, reason } = step
    const time = `${formatTime(at)}:${at.toISOString().slice(17, 19)}`
    return html`<li class="${to}"><span class="when">${time}</span> ${words.sources[source] ?? source}: <strong>${stepText(step, words)}</strong>${reason !== null && html` <code>(${reason})</code>`}, ${formatMoney(amount, currency)}${phone !== null && html`, ${formatPhone(phone)}`}
${path !== null && html`<a href="${path}">${words.open}</a>`}</li>`
  })}`
}

function stepText({ from, to, method }: Heard, words: Words['simulator']): string {
  const status = (name: string) => words.statuses[name] ?? name
  if (to === 'processing' && from !== to) return method === 'DYNAMIC_QR' ? words.codeShown : words.promptSent
  return from === null || from === to ? status(to) : `${status(from)} → ${status(to)}`
}

/** Whoever looks for a fault should see first that it was asked for. */
function faultList({ faults }: Looked, language: Language): Html {
  const { simulator: words } = wordsIn(language)
  return html`${faults.map(({ merchant: shop, kind, share }) => {
    const values = { shop, fault: words.faults[kind] ?? kind, share: `${Math.round(share * 100)} %` }
    return html`<span class="fault">${fillIn(words.fault, values)}</span> `
  })}`
}
