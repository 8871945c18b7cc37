import type { Discrepancy, DiscrepancyKind } from '@malipo/sdk'

type Named = Pick<Discrepancy, 'id' | 'kind' | 'collection_id' | 'withdrawal_id'>

/** The address of one discrepancy. It says what it is about too, because the service finds it by that and not by its id. */
export function placeOfDiscrepancy({ id, kind, collection_id, withdrawal_id }: Named): string {
  if (collection_id !== null) return `discrepancies/payment/${collection_id}/${id}`
  if (withdrawal_id !== null) return `discrepancies/withdrawal/${withdrawal_id}/${id}`
  return `discrepancies/kind/${kind}/${id}`
}

/** What such an address says, as the list is asked for it. */
export function aboutOf(about: string, subject: string) {
  if (about === 'payment') return { collection_id: subject }
  if (about === 'withdrawal') return { withdrawal_id: subject }
  return { kind: subject as DiscrepancyKind }
}
