import type { Contradiction } from '../discrepancies/discrepancies.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { CollectionRow } from './collection-row.ts'
import type { Verdict } from './judge-report.ts'
import type { PageTry } from './page-try.ts'

/** What a person is told: how the collection stands, and what was said, of which of its tries. */
export function contradictionOf(
  { id, merchant_id: merchantId, environment, status, currency, amount }: CollectionRow,
  tried: PageTry | null,
  { what, theirs }: Extract<Verdict, { kind: 'discrepancy' }>,
): Contradiction {
  const ours = `${status} ${currency} ${textFromMinor(amount)}`
  const about = { merchantId, environment, collectionId: id, kind: what, ours }
  if (tried === null) return { ...about, theirs }
  const { number, provider, provider_reference: reference } = tried
  return { ...about, theirs: number === 1 ? theirs : `${theirs}, try ${number}`, provider, reference }
}
