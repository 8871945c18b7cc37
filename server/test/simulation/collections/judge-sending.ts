import type { CollectOrder } from '../../../src/providers/providers.ts'
import { count } from '../kernel/stage.ts'
import type { Mirror } from './mirror.ts'
import type { Network } from './scripted-provider.ts'
import { tryOf } from './tries.ts'

type Sending = {
  step: number
  clock: { now(): Date }
  network: Network
  mirror: Mirror
  inFlight: Iterable<{ step: number; atMs: number }>
  overSince: Map<string, number>
  tally: Map<string, number>
}

/**
 * Called whenever the provider is asked for a payment. Whoever was already under way when a collection ended, or its
 * code ran out, may still send: it cannot know, and the order itself says until when it may be paid.
 */
export function judgeSending(stage: Sending, order: CollectOrder): string[] {
  const { network, mirror, clock, inFlight } = stage
  const faults: string[] = []
  const label = order.description ?? ''
  const oldest = [...inFlight].reduce(
    (found, one) => ({ step: Math.min(found.step, one.step), atMs: Math.min(found.atMs, one.atMs) }),
    { step: stage.step, atMs: clock.now().getTime() },
  )
  const sent = network.sends.get(order.reference) ?? 0
  if (sent > 0 && !network.knowsRepeats)
    faults.push(`${label} was sent twice to a provider that takes it for two`)
  const elsewhere = [...network.payments.values()].filter(
    (one) => one.label === label && one.reference !== order.reference,
  )
  // On a page the payer may choose again once a try has failed; anything else goes on only where nothing was taken in.
  const isPage = mirror.byLabel.get(label)?.page_token != null
  if (!isPage && elsewhere.length > 0) faults.push(`${label} was asked for at two providers`)
  if (!isPage && mirror.byLabel.get(label)?.id !== tryOf(order.reference)) count(stage, 'an order went on')
  const isOver = stage.overSince.get(label)
  if (isOver !== undefined && isOver < oldest.step) {
    faults.push(`${label} was sent though it was over: ${mirror.byLabel.get(label)?.status}`)
  } else if (isOver !== undefined) count(stage, 'sent while it ended')
  const expiresMs = order.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  if (expiresMs <= oldest.atMs) faults.push(`${label} was sent after its code had run out`)
  else if (expiresMs <= clock.now().getTime()) count(stage, 'sent while its code ran out')
  return faults
}
