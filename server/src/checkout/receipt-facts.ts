import type { CollectionRow } from '../collections/collections.ts'
import { formatInstant, type Html, html, type Language, maskPhone, wordsIn } from '../pages/pages.ts'
import { spokenReference } from '../primitives/reference.ts'
import { networkOf } from '../providers/providers.ts'
import type { Shop } from './shop.ts'

export type Fact = readonly [name: string, value: string]
type Paid = Pick<
  CollectionRow,
  'id' | 'method' | 'customer_phone' | 'reference' | 'completed_at' | 'updated_at'
>

/** The network by the number that was asked, which is a guess: whoever scanned a code or used a wallet has shown none. */
export function networkFrom({
  method,
  customer_phone: phone,
}: Pick<Paid, 'method' | 'customer_phone'>): string | null {
  const isByNumber = method === 'USSD_PUSH' || method === 'STK_PUSH'
  return isByNumber && phone !== null ? networkOf(phone) : null
}

/** What a payer can prove the payment by: the same on the page, the receipt and paper. */
export function factsOf(paid: Paid, shop: Shop, language: Language): Fact[] {
  const { facts } = wordsIn(language).checkout
  // The number that a shop gave with a code need not be the one that paid.
  const phone = paid.method === 'DYNAMIC_QR' ? null : paid.customer_phone
  const all: [string, string | null][] = [
    [facts.to, shop.name],
    [facts.from, phone === null ? null : maskPhone(phone)],
    [facts.network, networkFrom(paid)],
    [facts.date, formatInstant(paid.completed_at ?? paid.updated_at, language)],
    [facts.reference, paid.reference],
    [facts.receipt, spokenReference('TX', paid.id)],
  ]
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

export function factList(facts: Fact[]): Html {
  return html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}
