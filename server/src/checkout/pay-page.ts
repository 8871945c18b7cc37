import { receiptPathOf } from '../collections/collections.ts'
import {
  fillIn,
  formatMoney,
  formatPhone,
  formatTime,
  type Html,
  html,
  type Language,
  type Page,
  wordsIn,
} from '../pages/pages.ts'
import { spokenReference } from '../primitives/reference.ts'
import type { Registry } from '../providers/providers.ts'
import { type Chosen, choosing } from './choosing.ts'
import type { Tone } from './icons.ts'
import { isOpen, type PayState } from './pay-state.ts'
import type { PayView } from './pay-view.ts'
import type { Hints } from './payer-hints.ts'
import { factList, factsOf, networkFrom } from './receipt-facts.ts'
import { returnAddress } from './return-link.ts'
import { previewOf, shopFrame, subjectOf } from './shop-frame.ts'

/** What the page needs beside the payment itself. */
export type Showing = {
  language: Language
  /** What forms and links add to their address, so that a language that was asked for stays. */
  suffix: string
  /** Whether it looks again by itself, as it does unless somebody has stopped it. */
  isAutomatic: boolean
  script: string
  /** By which a script tells whether the page has changed. */
  version: string
  chosen: Chosen
  hints: Hints
  isTest: boolean
}

const tones: Record<PayState, Tone> = {
  choose: 'plain',
  waiting: 'waiting',
  help: 'waiting',
  unanswered: 'unknown',
  preparing: 'waiting',
  scan: 'plain',
  lapsed: 'unknown',
  paid: 'paid',
  held: 'checked',
  returned: 'reversed',
  retry: 'failed',
  stale: 'ended',
  failed: 'failed',
  declined: 'checked',
  left: 'ended',
  expired: 'ended',
  closed: 'ended',
}

/** One page for each state. It says no more than we know, and offers nothing that could make somebody pay twice. */
export function payPage(view: PayView, state: PayState, showing: Showing): Page {
  const { language, script } = showing
  const { checkout: words } = wordsIn(language)
  const { shop } = view
  const heading = headingOf(view, state, language)
  const looksAgain = isOpen(state) && showing.isAutomatic
  return {
    language,
    script,
    title: heading,
    content: html`${bodyOf(view, state, showing)}${returning(view, state, language)}${isOpen(state) && watching(view, state, showing)}${ways(view, state, showing)}${toReceipt(view, state, showing)}`,
    frame: shopFrame({
      ...{ words, shop, heading, isTest: showing.isTest, tone: tones[state] },
      subject: subjectOf(amountOf(view), view.collection.description, words),
      head: html`${previewOf(fillIn(words.pay, { shop: view.shop.name }), amountOf(view))}${looksAgain && reloading(state)}`,
      isError: state === 'choose' && showing.chosen.problems.length > 0,
    }),
  }
}

/** Whether no real money moves with a payment. */
export function isTest(
  registry: Registry,
  { environment, provider }: Pick<PayView['collection'], 'environment' | 'provider'>,
): boolean {
  return environment === 'sandbox' || !registry.movesMoney({ provider })
}

function amountOf({ collection: { amount, currency } }: Pick<PayView, 'collection'>): string {
  return formatMoney(amount, currency)
}

/** The network by the number, which is a guess: where there is none, nobody is named. */
function networkNamed({ shown }: PayView, language: Language): string {
  return (shown && networkFrom(shown)) ?? wordsIn(language).checkout.someNetwork
}

function headingOf(view: PayView, state: PayState, language: Language): string {
  const { checkout: words } = wordsIn(language)
  const net = networkNamed(view, language)
  const shop = view.shop.name
  const headings: Record<PayState, string> = {
    choose: fillIn(words.pay, { shop }),
    waiting: words.checkPhone,
    help: words.checkPhone,
    unanswered: words.unanswered,
    preparing: words.preparing,
    scan: words.scan,
    lapsed: words.codeOver,
    paid: words.paid,
    held: words.held,
    returned: words.returned,
    retry: fillIn(words.notCharged, { net }),
    stale: words.codeOver,
    failed: fillIn(words.notCharged, { net }),
    declined: fillIn(words.notAccepted, { shop }),
    left: words.left,
    expired: fillIn(words.expired, { shop }),
    closed: words.closed,
  }
  return headings[state]
}

function bodyOf(view: PayView, state: PayState, showing: Showing): Html {
  switch (state) {
    case 'choose':
      return choosing({ ...view.collection, path: view.path }, showing.chosen, showing)
    case 'waiting':
    case 'help':
      return prompted(view, state, showing)
    case 'unanswered':
    case 'lapsed':
      return unanswered(view, showing)
    case 'scan':
      return scanning(view, showing)
    case 'paid':
      return receipt(view, showing.language)
    case 'retry':
      return html`${whyNot(view, showing.language)}${tryAgain(view, showing)}`
    case 'stale':
      return html`${tryAgain(view, showing)}${helpLine(view, showing.language)}`
    case 'failed':
      return whyNot(view, showing.language)
    default:
      return helpLine(view, showing.language)
  }
}

function prompted(view: PayView, state: PayState, showing: Showing): Html {
  const { checkout: words } = wordsIn(showing.language)
  const { payee, menuCode, help } = showing.hints
  const phone = formatPhone(view.shown?.customer_phone ?? '')
  const sentence = view.shown?.method === 'PROVIDER_PESA_PUSH' ? words.sentToWallet : words.sent
  return html`<p>${fillIn(sentence, { phone, net: networkNamed(view, showing.language) })}
${payee !== null && fillIn(words.payee, { payee })}</p>
<p><strong>${words.neverPin}</strong></p>
${
  state === 'help' &&
  html`<p>${words.noRequest}
${menuCode !== null && fillIn(words.dial, { code: menuCode })} ${help}</p>`
}`
}

function unanswered(view: PayView, { language }: Showing): Html {
  const { checkout: words } = wordsIn(language)
  return html`<p>${fillIn(words.asking, { net: networkNamed(view, language) })}</p>
<p>${words.mayClose}</p>${helpLine(view, language)}`
}

function scanning({ path, codeEndsAt: until }: PayView, { language }: Showing): Html {
  const { checkout: words } = wordsIn(language)
  return html`<img class="code" src="${path}/code.svg" width="320" height="320" alt="${words.codeOf}">
${until !== null && html`<p><strong>${fillIn(words.validUntil, { time: formatTime(until) })}</strong></p>`}
<p>${words.scanHow}</p>
<p><a class="button quiet" href="${path}/code.png" download="malipo-qr.png">${words.savePicture}</a></p>`
}

function receipt(view: PayView, language: Language): Html {
  const { checkout: words } = wordsIn(language)
  return html`<p>${fillIn(words.youPaid, { amount: amountOf(view), shop: view.shop.name })}</p>
${factList(factsOf(view.collection, view.shop, language))}
<p class="hint">${words.notTax}</p>`
}

/** The address of the receipt can be kept and passed on: with it nobody pays, cancels or sees anything else. */
function toReceipt({ collection }: PayView, state: PayState, { language, suffix }: Showing): Html | false {
  const { checkout: words } = wordsIn(language)
  const path = receiptPathOf(collection)
  if (path === null || state === 'returned') return false
  const text = state === 'paid' ? words.printOrPdf : words.receipt
  return html`<p><a class="button quiet" href="${path + suffix}">${text}</a></p>`
}

function whyNot(view: PayView, language: Language): Html {
  const { checkout: words } = wordsIn(language)
  const code = view.shown?.failure_code ?? view.collection.failure_code ?? 'refused'
  const reason = fillIn(words.reasons[code] ?? '', { net: networkNamed(view, language) })
  return html`<p>${reason}</p>${helpLine(view, language)}`
}

/** Only after a definite failure, or with a code that nobody can pay any more: what is unknown may still be paid. */
function tryAgain(view: PayView, { language, suffix }: Showing): Html | false {
  const { checkout: words } = wordsIn(language)
  if (view.again === null) return false
  const address = view.again + suffix.replace('?', view.again.includes('?') ? '&' : '?')
  const text = view.shown?.method === 'DYNAMIC_QR' ? words.newCode : words.tryAgain
  return html`<p><a class="button" href="${address}">${text}</a></p>`
}

/** What else can be done: stop the open request first, or go without paying. We are told before anybody leaves. */
function ways(view: PayView, state: PayState, { language, suffix }: Showing): Html {
  const { checkout: words } = wordsIn(language)
  const form = (does: string, text: string) =>
    html`<form method="post" action="${view.path}/${does}${suffix}"><button class="quiet">${text}</button></form>`
  return html`${view.may.useAnotherWay && form('another-way', words.anotherWay)}
${isLeft(view, state) && form('leave', fillIn(words.back, { shop: view.shop.name }))}`
}

/** Whether going ends it, so that we are told first. What is over by the time ends by itself. */
function isLeft({ may, collection }: PayView, state: PayState): boolean {
  return may.leave && state !== 'expired' && collection.cancel_url !== null
}

/** Whom to ask: the shop, by the number that both of them have. */
export function helpLine(view: Pick<PayView, 'collection' | 'shop'>, language: Language): Html {
  const { checkout: words } = wordsIn(language)
  const { shop } = view
  const contact = shop.phone === null ? (shop.email ?? '') : formatPhone(shop.phone)
  const ref = view.collection.reference ?? spokenReference('TX', view.collection.id)
  return html`<p class="hint">${fillIn(words.help, { shop: shop.name, contact, ref }).replace(' ,', ',')}</p>`
}

/** A link and no form: under our policy browsers would drop a redirect to elsewhere after one. */
function returning(view: PayView, state: PayState, language: Language): Html | false {
  const { checkout: words } = wordsIn(language)
  const address = returnAddress(view.collection, state)
  if (address === null || isLeft(view, state)) return false
  const name = fillIn(words.returnTo, { shop: view.shop.name })
  if (state !== 'paid') return html`<p><a class="button" href="${address}">${name}</a></p>`
  return html`<p><a class="button" href="${address}" data-leaves="${words.inSeconds}">${name} <span></span></a></p>
<p hidden><button type="button" class="quiet" data-stays>${words.stay}</button></p>`
}

/** The wait as it is: since when, and what to do about it. */
function watching(view: PayView, state: PayState, showing: Showing): Html {
  const { checkout: words } = wordsIn(showing.language)
  const { isAutomatic, suffix } = showing
  const time = formatTime(view.shown?.created_at ?? view.collection.updated_at)
  const sentence = isAutomatic ? words.waiting : words.waitingQuietly
  const stopped = `${suffix === '' ? '?' : `${suffix}&`}auto=0`
  return html`<p role="status" class="hint">${fillIn(sentence, { time })}</p>
${isAutomatic && html`<p class="wrong" role="status" hidden data-watch="${view.path}" data-version="${showing.version}">${words.offline}</p>`}
${state !== 'preparing' && html`<form method="post" action="${view.path}/check${suffix}"><button class="quiet">${words.checkNow}</button></form>`}
<p><a class="link" href="${view.path + (isAutomatic ? stopped : suffix)}">${isAutomatic ? words.stop : words.update}</a></p>`
}

/** For browsers without scripts. Often while a code is on its way, seldom once nobody expects anything any more. */
function reloading(state: PayState): Html {
  if (state === 'preparing') return html`<noscript><meta http-equiv="refresh" content="3"></noscript>`
  return state === 'unanswered'
    ? html`<noscript><meta http-equiv="refresh" content="30"></noscript>`
    : html`<noscript><meta http-equiv="refresh" content="10"></noscript>`
}
