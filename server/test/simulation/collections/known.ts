import { referencePrefix } from '../../../src/collections/collection-row.ts'
import { referenceOf as nameFrom } from '../../../src/primitives/reference.ts'
import type { Collection } from './mirror.ts'
import type { Payment } from './scripted-provider.ts'
import type { Stage } from './stage.ts'

/** In the order in which they were wished for, not written: two that were written at once have no order. */
export function knownCollections({ asked, mirror }: Stage): Collection[] {
  return asked.flatMap(({ label }) => mirror.byLabel.get(label) ?? [])
}

export function knownPayments(stage: Stage, state: Payment['state']): Payment[] {
  return knownCollections(stage).flatMap((collection) => {
    const payment = stage.network.payments.get(referenceOf(collection))
    return payment?.state === state ? [payment] : []
  })
}

export function referenceOf({ id }: Collection): string {
  return nameFrom(referencePrefix, id)
}
