import type { Environment } from '@malipo/contract'
import type { CollectionRow } from '../collections/collections.ts'
import type { Transaction } from '../database/database.ts'
import { openDiscrepancies } from '../discrepancies/discrepancies.ts'
import { operatorsBook, oweNoMore, oweToPayer, post } from '../ledger/ledger.ts'
import { textFromMinor } from '../primitives/money.ts'
import type { BillAnswer, BillPaid, Registry } from '../providers/providers.ts'
import { isReturnable, returnToPayer } from '../refunds/refunds.ts'
import type { World } from '../world/world.ts'

type Desk = { world: World; registry: Registry }

export type No = Exclude<BillAnswer['kind'], 'payable'>

export const whyNot: Record<No, string> = {
  unknown: 'Nobody has this control number.',
  closed: 'The control number takes no payment.',
  too_low: 'The amount is less than the control number takes.',
  too_high: 'The amount is more than the control number takes.',
}

/** Money that came in spite of a no goes back by a refund that a Super Admin approves; where nobody knows where to, a person is asked. */
export async function oweToItsPayer(
  tx: Transaction,
  desk: Desk,
  collection: CollectionRow,
  no: No,
  approvalDelayMs: number | null,
): Promise<void> {
  const { amount, currency, merchant_id: merchantId, environment, id: collectionId } = collection
  if (isReturnable(desk, collection)) {
    const by = { adminId: null }
    const wish = { paid: collection, amount, origin: 'mispaid', given: {}, by, note: whyNot[no] } as const
    await returnToPayer(tx, desk, { ...wish, approvalDelayMs })
    return
  }
  await openDiscrepancies(tx, desk.world, [
    {
      ...{ merchantId, environment, collectionId, kind: 'bill_refused' },
      ours: whyNot[no],
      theirs: `successful ${currency} ${textFromMinor(amount)}`,
    },
  ])
}

/** What came under a receipt for a number that nobody has. */
export type Strange = Pick<BillPaid, 'amount' | 'currency'> & {
  provider: string
  reference: string
  environment: Environment
}

/** It is no merchant's: the operator owes it to whoever paid, and a person finds out who that is. */
export async function oweToStranger(
  tx: Transaction,
  world: World,
  strange: Strange,
  number: string,
): Promise<void> {
  const { provider, reference, environment, amount, currency } = strange
  await post(tx, world, [
    {
      ...{ cause: causeOf(strange), type: 'payer_return', direction: 'credit', amount, reference },
      ...oweToPayer(provider, amount),
      ...operatorsBook(environment, currency),
    },
  ])
  await tellOfStranger(tx, world, strange, {
    ours: `nobody has the control number ${number}`,
    theirs: `successful ${currency} ${textFromMinor(amount)}`,
  })
}

/** Each contradiction once. */
export async function tellOfStranger(
  tx: Transaction,
  world: World,
  { provider, reference, environment }: Pick<Strange, 'provider' | 'reference' | 'environment'>,
  { ours, theirs }: { ours: string; theirs: string },
): Promise<void> {
  await openDiscrepancies(tx, world, [
    { provider, reference, environment, kind: 'unknown_reference', ours, theirs },
  ])
}

/** The provider has returned it by itself, so that nobody is owed it any more. */
export async function endStranger(tx: Transaction, world: World, strange: Strange): Promise<void> {
  const { provider, reference, environment, amount, currency } = strange
  await post(tx, world, [
    {
      ...{ cause: `${causeOf(strange)} gone`, type: 'payer_return', direction: 'debit', amount, reference },
      ...oweNoMore(provider, amount),
      ...operatorsBook(environment, currency),
    },
  ])
}

function causeOf({ provider, reference }: Strange): string {
  return `bill ${provider} ${reference} payer_return`
}
