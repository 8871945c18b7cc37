import type { CollectionRow } from '../collections/collections.ts'
import type { Database } from '../database/database.ts'
import { type FiscalReceiptOfSeller, findReceiptOf } from '../fiscal/fiscal.ts'
import { fillIn, formatMoney, type Html, html, type Language, wordsIn } from '../pages/pages.ts'
import type { Fact } from './receipt-facts.ts'
import type { Shop } from './shop.ts'

/** What the tax authority has of a payment; null where nothing is owed to it. */
export async function findFiscal(
  sql: Database,
  { id, status }: CollectionRow,
): Promise<FiscalReceiptOfSeller | null> {
  return status === 'successful' || status === 'reversed' ? await findReceiptOf(sql, id) : null
}

/** By what the buyer proves that the sale was told. Nothing before the authority has it. */
export function fiscalFacts(receipt: FiscalReceiptOfSeller | null, language: Language): Fact[] {
  const { fiscal: words } = wordsIn(language).checkout
  if (receipt?.status !== 'ISSUED') return []
  const { number, verification_code: code, tin, vrn, tax, currency } = receipt
  const all: [string, string | null][] = [
    [words.number, String(number)],
    [words.code, code],
    [words.tin, tin],
    [words.vrn, vrn],
    [words.tax, tax === null || tax === 0n ? null : formatMoney(tax, currency)],
  ]
  return all.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

/** What is to be said of the tax receipt in a sentence. */
export function fiscalWord(
  receipt: FiscalReceiptOfSeller | null,
  shop: Shop,
  language: Language,
): string | null {
  const { fiscal: words, notTax } = wordsIn(language).checkout
  if (receipt === null) return notTax
  if (receipt.status === 'ISSUED') return null
  return receipt.status === 'QUEUED' ? words.queued : fillIn(words.failed, { shop: shop.name })
}

/** The code to scan, and the address for whoever has no second phone. */
export function fiscalCode(
  receipt: FiscalReceiptOfSeller | null,
  path: string,
  language: Language,
): Html | false {
  const { fiscal: words } = wordsIn(language).checkout
  const url = receipt?.status === 'ISSUED' ? receipt.verification_url : null
  if (url === null) return false
  return html`<p>${words.check} <a href="${url}">${url}</a></p>
<img class="code" src="${path}/verify.svg" width="160" height="160" alt="${words.codeOf}">`
}
