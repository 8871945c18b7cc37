import type { Collection } from './mirror.ts'
import type { Payment } from './scripted-provider.ts'
import type { Stage } from './stage.ts'

/** In the order in which they were wished for, not written: two that were written at once have no order. */
export function knownCollections({ asked, mirror }: Stage): Collection[] {
  return asked.flatMap(({ label }) => mirror.byLabel.get(label) ?? [])
}

/** Of each collection in the order of its tries, which never begin at once. */
export function knownPayments(stage: Stage, state: Payment['state']): Payment[] {
  const byLabel = Map.groupBy(stage.network.payments.values(), ({ label }) => label)
  return knownCollections(stage).flatMap(({ description }) =>
    (byLabel.get(description) ?? []).filter((payment) => payment.state === state),
  )
}

/** The order that a collection shows. */
export function referenceOf({ provider_reference: reference }: Collection): string {
  return reference
}
