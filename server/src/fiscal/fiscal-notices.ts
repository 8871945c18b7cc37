import type { Environment } from '@malipo/contract'
import type { Notice } from '../notifications/notifications.ts'
import { spokenReference } from '../primitives/reference.ts'
import type { Owner } from './find-receipts.ts'
import { creditNoteIsYours } from './receipt-row.ts'

type Returned = {
  collection_id: string
  merchant_id: string
  environment: Environment
  number: bigint | null
}

export function creditNoteNotice(returned: Returned): Notice {
  const { collection_id: id, merchant_id: merchantId, environment, number } = returned
  return {
    ...{ merchantId, environment, kind: 'fiscal.credit_note_due', withdrawalId: null },
    title: `Fiscal receipt ${number} needs a credit note`,
    text: `Payment ${spokenReference('TX', id)}: ${creditNoteIsYours}`,
  }
}

type Recovered = { first: bigint; last: bigint; withoutPayment: readonly bigint[] }

export function recoveredNotice(
  { merchantId, environment }: Owner,
  { first, last, withoutPayment }: Recovered,
): Notice {
  const lost =
    withoutPayment.length === 0
      ? 'Each is with its payment again.'
      : `The payments of ${withoutPayment.length} of them are not known here any more: numbers ${withoutPayment.join(', ')}.`
  return {
    ...{ merchantId, environment, kind: 'fiscal.receipts_recovered', withdrawalId: null },
    title: `Fiscal receipts ${first} to ${last} are known again`,
    text: `The tax authority had issued them, and our records were set back to an earlier moment. ${lost}`,
  }
}
