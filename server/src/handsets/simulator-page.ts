import { join } from 'node:path'
import {
  fillIn,
  formatPhone,
  type Html,
  html,
  type Language,
  type Page,
  readStyleSheet,
  type Words,
  wordsIn,
} from '../pages/pages.ts'
import { choosers, networkOf } from '../providers/providers.ts'
import { phonesText, type ShownPhone, withAnother, withNumber } from './shown-phones.ts'
import type { Visitor } from './who-may.ts'

export const simulatorStyles = readStyleSheet(
  ...['simulator.css', 'phone.css'].map((name) => join(import.meta.dirname, name)),
)

export type Simulator = {
  visitor: Extract<Visitor, { may: 'hold' }>
  phones: ShownPhone[]
  language: Language
  /** The place of a phone whose new number is none, and what was written. */
  wrong: { at: number; written: string } | null
  script: string
}

type Around = Simulator & { words: Words['simulator']; address(phones: ShownPhone[]): string }

/** Up to three phones side by side, what Malipo heard of them, and the numbers that choose the outcome. */
export function simulatorPage(simulator: Simulator): Page {
  const { language, script, phones, visitor } = simulator
  const { simulator: words } = wordsIn(language)
  const merchant = visitor.reach === 'everything' ? null : visitor.reach.sandboxOf
  const address = (shown: ShownPhone[]) =>
    `/simulator?${new URLSearchParams({ ...(merchant !== null && { merchant }), phones: phonesText(shown), lang: language })}`
  const around = { ...simulator, words, address }
  const another = withAnother(phones)
  return {
    language,
    script,
    title: words.title,
    content: html`<p class="lead">${words.lead}</p>
<noscript><p class="wrong">${wordsIn(language).needsJavaScript}</p></noscript>
${visitor.shops.length > 1 && chooseShop(around)}
<p class="faults" role="status" id="faults"></p>
<p class="wrong" role="status" id="connection" hidden>${words.offline}</p>
<div class="stage" id="stage" data-events="${address(phones).replace('/simulator?', '/simulator/events?')}" data-query="${merchant === null ? '' : `?merchant=${merchant}`}">
<div class="phones">
${phones.map((_, at) => phoneAt(at, around))}
${another !== null && html`<p class="add"><a href="${address(another)}">+ ${words.add}</a></p>`}
</div>
<aside class="side" aria-label="Malipo">
<h2>${words.heard}</h2>
<ol class="heard" id="heard" aria-live="polite"><li class="none">${words.nothingHeard}</li></ol>
<h2>${words.choosers}</h2>
<ul class="chips">${choosers.map((number, at) => html`<li><a href="${address(withNumber(phones, number))}"><strong>${formatPhone(number)}</strong> ${words.chosen[at] ?? ''}</a></li>`)}</ul>
</aside>
</div>`,
    frame: {
      styles: simulatorStyles,
      windowTitle: `${words.title} · Malipo`,
      head: html``,
      banner: html`<aside class="test">${visitor.shop === null ? words.everything : fillIn(words.sandboxOf, { shop: visitor.shop })}</aside>`,
      name: html`<img src="/favicon.ico" width="28" height="28" alt=""> malipo`,
      heading: html`<h1>${words.title}</h1>`,
      foot: html``,
    },
  }
}

function chooseShop({ visitor, words, language }: Around): Html {
  const chosen = visitor.reach === 'everything' ? null : visitor.reach.sandboxOf
  const option = ({ id, name }: { id: string; name: string }) =>
    id === chosen
      ? html`<option value="${id}" selected>${name}</option>`
      : html`<option value="${id}">${name}</option>`
  return html`<form class="shops" method="get" action="/simulator"><label>${words.merchant} <select name="merchant">${visitor.shops.map(option)}</select></label>
<input type="hidden" name="lang" value="${language}"><button class="quiet">${words.show}</button></form>`
}

/** The parts of each network's own colours; the name of a network stands beside them. */
const looks: Record<string, string> = {
  'M-Pesa': 'mpesa',
  'Airtel Money': 'airtel',
  'Mixx by Yas': 'mixx',
  HaloPesa: 'halopesa',
  'T-Pesa': 'tpesa',
}

function phoneAt(at: number, around: Around): Html {
  const { phones, words } = around
  const shown = phones[at]
  if (!shown) return html``
  const { phone } = shown
  const name = fillIn(words.handset, { phone: formatPhone(phone) })
  return html`<section class="handset ${looks[networkOf(phone) ?? ''] ?? 'other'}" data-phone="${phone}" aria-label="${name}">
${dialling(at, around)}
${device(at, shown)}
<div class="knobs" role="group" aria-label="${words.knobs}">
${knobs.map((knob) => html`<button type="button" class="knob" data-knob="${knob}" aria-pressed="false">${words.knob[knob]}</button>`)}
</div>
</section>`
}

const knobs = ['empty', 'signal', 'slow', 'alone'] as const

/** What can be changed about a phone is an address: it needs no script, and can be kept. */
function dialling(at: number, { phones, words, address, language, visitor, wrong }: Around): Html {
  const shown = phones[at]
  if (!shown) return html``
  const other: Language = shown.language === 'sw' ? 'en' : 'sw'
  const spoken = phones.map((one, place) => (place === at ? { ...one, language: other } : one))
  const rest = phones.filter((_, place) => place !== at)
  const problem = wrong?.at === at ? wordsIn(language).checkout.badPhone : null
  const value = wrong?.at === at ? wrong.written : formatPhone(shown.phone)
  const hidden = {
    ...{ phones: phonesText(phones), at: String(at), lang: language },
    ...(visitor.reach !== 'everything' && { merchant: visitor.reach.sandboxOf }),
  }
  return html`<form class="dial" method="get" action="/simulator">
${Object.entries(hidden).map(([name, text]) => html`<input type="hidden" name="${name}" value="${text}">`)}
<label>${words.number} <input name="dial" type="tel" inputmode="tel" autocomplete="off" value="${value}" aria-describedby="problem-${at}"></label>
<button class="quiet">${words.change}</button>
<p class="problem" id="problem-${at}">${problem}</p>
</form>
<p class="ways"><a href="${address(spoken)}">${fillIn(words.speak, { language: words.languages[other] })}</a>
${rest.length > 0 && html`<a href="${address(rest)}">${words.remove}</a>`}</p>`
}

/** The phone itself, in the language of its owner. */
function device(at: number, { phone, language }: ShownPhone): Html {
  const { simulator: words } = wordsIn(language)
  const tab = (name: 'prompt' | 'sms' | 'scan') =>
    html`<button type="button" role="tab" id="tab-${at}-${name}" aria-controls="panel-${at}-${name}" aria-selected="${name === 'prompt' ? 'true' : 'false'}" tabindex="${name === 'prompt' ? 0 : -1}" data-tab="${name}">${words.tabs[name]}</button>`
  return html`<div class="frame" lang="${language}">
<div class="glass">
<div class="bar" data-part="bar"><span class="net">${networkOf(phone) ?? words.someNetwork}</span></div>
<p class="said" role="status" data-part="said"></p>
<div class="screen">
<div role="tabpanel" id="panel-${at}-prompt" aria-labelledby="tab-${at}-prompt" data-panel="prompt" tabindex="0"><div data-part="idle"><p class="idle">${words.connecting}</p></div></div>
<div role="tabpanel" id="panel-${at}-sms" aria-labelledby="tab-${at}-sms" data-panel="sms" tabindex="0" hidden></div>
<div role="tabpanel" id="panel-${at}-scan" aria-labelledby="tab-${at}-scan" data-panel="scan" tabindex="0" hidden></div>
</div>
<div class="tabs" role="tablist" aria-label="${fillIn(words.handset, { phone: formatPhone(phone) })}">${tab('prompt')}${tab('sms')}${tab('scan')}</div>
</div>
${ussdBox(at, words)}
</div>`
}

/** The grey box over everything else, filled in when something rings or is scanned. */
function ussdBox(at: number, words: Words['simulator']): Html {
  const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0']
  return html`<div class="ussd" role="dialog" aria-labelledby="asks-${at}" tabindex="-1" data-four="${words.fourDigits}" data-over="${words.over}" data-wrong="${words.wrongPin}" hidden>
<p class="badge" data-part="badge"></p>
<p id="asks-${at}" data-part="asks"></p>
<p class="pin"><span class="label">${words.pin}</span> <span data-part="dots" aria-hidden="true"></span></p>
<p class="told" role="status" data-part="told"></p>
<div class="pad">${digits.map((digit) => (digit === '' ? html`<span></span>` : html`<button type="button" data-digit="${digit}">${digit}</button>`))}<button type="button" data-digit="erase" aria-label="${words.erase}">⌫</button></div>
<div class="answers"><button type="button" data-does="decline">${words.cancel}</button><button type="button" data-does="approve">${words.send}</button></div>
<button type="button" class="ignore" data-does="ignore">${words.ignore}</button>
</div>`
}
