import { fillIn, formatMoney, formatPhone, type Html, html, type Language, wordsIn } from '../pages/pages.ts'
import { type MobileNetwork, networkPrefixes, type OrderedMethod } from '../providers/providers.ts'
import { networkNotice } from './network-notice.ts'
import type { PayView } from './pay-view.ts'

/** One thing that is wrong with what was sent, and the field it is about. */
export type Problem = { field: 'method' | 'phone' | 'amount'; text: string }

/** The ways there are, and what was chosen so far. */
export type Chosen = {
  ways: OrderedMethod[]
  method: string
  phone: string
  problems: Problem[]
  /** The name of the provider's own wallet, where it has told us. */
  wallet: string | null
  /** Names the try that this form begins, so that sending it twice begins one. */
  attempt: string
  /** Networks that payers should know to be in trouble before they choose. */
  troubled: MobileNetwork[]
}

/** What payers choose between. Both kinds of push ring the same phone, and are one way to them. */
export function waysOf(methods: readonly OrderedMethod[]): OrderedMethod[] {
  const push = (['USSD_PUSH', 'STK_PUSH'] as const).find((method) => methods.includes(method))
  const others = (['PROVIDER_PESA_PUSH', 'DYNAMIC_QR'] as const).filter((method) => methods.includes(method))
  return push === undefined ? others : [push, ...others]
}

/** Only with a script can it be told while somebody writes. */
const networks = JSON.stringify(Object.fromEntries(networkPrefixes))

type Form = { language: Language; suffix: string }

/** What is to be paid, and where the choice is sent. */
export type Due = {
  path: string
  /** Null where the payer says how much. */
  amount: bigint | null
  currency: string
  /** As it was written so far. */
  written?: string
  /** Within what, in words, where it is not all the same. */
  limits?: string | null
}

/** One question: how, and from which number. */
export function choosing(due: Due, chosen: Chosen, { language, suffix }: Form): Html {
  const { checkout: words } = wordsIn(language)
  const wrong = (field: Problem['field']) => chosen.problems.find((problem) => problem.field === field)
  const asksPhone = chosen.ways.some((way) => way !== 'DYNAMIC_QR')
  return html`${chosen.problems.length > 0 && summary(chosen.problems, words.problem)}
${networkNotice(chosen.troubled, language)}
<form method="post" action="${due.path + suffix}">
<input type="hidden" name="attempt" value="${chosen.attempt}">
${due.amount === null && amountField(due, wrong('amount'), language)}
<fieldset id="method">
<legend>${words.choose}</legend>
${chosen.ways.map((way) => wayOf(way, chosen, language))}
</fieldset>
${
  asksPhone &&
  html`<div class="field">
<label for="phone">${words.phone}</label>
<span class="hint" id="phone-hint">${words.phoneHint}</span>
${wrong('phone') && html`<strong class="wrong" id="phone-problem">${wrong('phone')?.text}</strong>`}
<input id="phone" name="phone" type="tel" autocomplete="tel" inputmode="tel" maxlength="24" value="${chosen.phone}" aria-describedby="phone-hint${wrong('phone') ? ' phone-problem' : ''}" aria-invalid="${wrong('phone') ? 'true' : 'false'}" data-networks="${networks}">
<span class="hint" id="network" role="status" data-words="${words.looksLike}"></span>
</div>`
}
<button>${due.amount === null ? words.payNow : fillIn(words.payAmount, { amount: formatMoney(due.amount, due.currency) })}</button>
</form>`
}

function amountField(
  { currency, written, limits }: Due,
  wrong: Problem | undefined,
  language: Language,
): Html {
  const { checkout: words } = wordsIn(language)
  const described = [limits && 'amount-hint', wrong && 'amount-problem'].filter(Boolean).join(' ')
  return html`<div class="field">
<label for="amount">${words.amount} (${currency === 'TZS' ? 'TSh' : currency})</label>
${limits && html`<span class="hint" id="amount-hint">${limits}</span>`}
${wrong && html`<strong class="wrong" id="amount-problem">${wrong.text}</strong>`}
<input id="amount" name="amount" inputmode="decimal" maxlength="20" value="${written}" aria-describedby="${described}" aria-invalid="${wrong ? 'true' : 'false'}">
</div>`
}

function wayOf(way: OrderedMethod, { method, wallet }: Chosen, language: Language): Html {
  const { checkout: words } = wordsIn(language)
  const names: Record<OrderedMethod, string> = {
    USSD_PUSH: words.mobileMoney,
    STK_PUSH: words.mobileMoney,
    PROVIDER_PESA_PUSH: wallet === null ? words.someWallet : fillIn(words.wallet, { wallet }),
    DYNAMIC_QR: words.qr,
  }
  const isChosen = way === method
  return isChosen
    ? html`<label class="way"><input type="radio" name="method" value="${way}" checked> ${names[way]}</label>`
    : html`<label class="way"><input type="radio" name="method" value="${way}"> ${names[way]}</label>`
}

function summary(problems: Problem[], title: string): Html {
  return html`<div class="wrong" role="alert" tabindex="-1" data-focus>
<h2>${title}</h2>
<ul>${problems.map(({ field, text }) => html`<li><a href="#${field}">${text}</a></li>`)}</ul>
</div>`
}

/** What stands in the field at first: the number that the shop gave us, as people write it. */
export function phoneAtFirst({ collection: { customer_phone: phone } }: PayView): string {
  return phone === null ? '' : formatPhone(phone)
}
