import type { Draft } from '../../src/collections/draft-collection.ts'
import type { Process } from '../simulation/collections/process.ts'
import { answersToCancelling, answersToOrders, onlyToCollections } from './answers.ts'
import { always, type Variant, variantsOf, type Way } from './cells.ts'
import type { Gateway } from './gateway.ts'

/** The payment of a cell, as those who have it in their hands see it. */
export type CollectionHands = {
  clock: { pass(ms: number): void }
  gateways: readonly Gateway[]
  /** Asks for the payment, under one key however often; null is a page. */
  collect(process: Process, method: Draft['method']): Promise<void>
  begin(process: Process, attempt: 'first' | 'second'): Promise<void>
  token(): string
  /** A process that takes in, and leaves sending to workers. */
  takingIn(): Process
}

/** What is done before the death, what a process dies of, and what whoever got no answer does again. */
export type CollectionScene = (hands: CollectionHands) => {
  prepare?(living: Process): Promise<unknown>
  fatal(dying: Process): Promise<unknown>
  repeat(process: Process): Promise<unknown>
}

const push: CollectionScene = ({ collect }) => ({
  fatal: (dying) => collect(dying, 'USSD_PUSH'),
  repeat: (process) => collect(process, 'USSD_PUSH'),
})

const code: CollectionScene = ({ collect }) => ({
  fatal: (dying) => collect(dying, 'DYNAMIC_QR'),
  repeat: (process) => collect(process, 'DYNAMIC_QR'),
})

const byWorker: CollectionScene = ({ collect, takingIn }) => ({
  prepare: () => collect(takingIn(), 'USSD_PUSH'),
  fatal: (dying) => dying.chase(),
  repeat: (process) => collect(process, 'USSD_PUSH'),
})

const heard: CollectionScene = ({ collect, gateways }) => ({
  prepare: (living) => collect(living, 'USSD_PUSH'),
  async fatal(dying) {
    for (const gateway of gateways) gateway.end()
    for (const raw of gateways.flatMap((gateway) => gateway.callbacks())) await dying.take(raw)
  },
  repeat: (process) => collect(process, 'USSD_PUSH'),
})

const lookedUp: CollectionScene = ({ collect, gateways, clock }) => ({
  prepare: (living) => collect(living, 'USSD_PUSH'),
  async fatal(dying) {
    for (const gateway of gateways) gateway.end()
    clock.pass(31_000)
    await dying.chase()
  },
  repeat: (process) => collect(process, 'USSD_PUSH'),
})

const begun: CollectionScene = ({ collect, begin }) => ({
  prepare: (living) => collect(living, null),
  fatal: (dying) => begin(dying, 'first'),
  repeat: (process) => begin(process, 'first'),
})

const another: CollectionScene = ({ collect, begin, token }) => ({
  async prepare(living) {
    await collect(living, null)
    await begin(living, 'first')
    await living.chase()
  },
  fatal: (dying) => dying.useAnotherWay(token()),
  async repeat(process) {
    const { may } = await process.useAnotherWay(token())
    if (may.begin) await begin(process, 'second')
  },
})

const ended: CollectionScene = ({ collect, begin, token, clock }) => ({
  async prepare(living) {
    await collect(living, null)
    await begin(living, 'first')
    await living.chase()
    // Nobody has tried again since.
    clock.pass(16 * 60_000)
  },
  fatal: (dying) => dying.endPages(),
  async repeat(process) {
    if (token() !== '') await begin(process, 'second')
  },
})

/** Whether the answer is one that goes through the door: that it waits, or that nobody knows, changes nothing. */
const isTold = ({ script }: Variant) => script.says === 'how it ended' || script.says === 'refused'
const isToldOrCode = (variant: Variant) => isTold(variant) || variant.script.says === 'pending'
const isThere = ({ script }: Variant) => script.takesIn
const isOpen = (variant: Variant) =>
  !isTold(variant) && variant.script.when !== 'at once, told before the answer'
const isOpenThere = (variant: Variant) => isOpen(variant) && isThere(variant)
const isSentAgain = (variant: Variant) => isOpen(variant) && !isThere(variant) && variant.knowsRepeats
const isCancelled = ({ cancelling }: Variant) =>
  cancelling?.says === 'what it did' && cancelling.does !== 'leaves it open'

const orders = variantsOf({ ...answersToOrders, ...onlyToCollections })
const cancellings = Object.entries(answersToCancelling).flatMap(([answer, cancelling]) =>
  [true, false].map((knowsRepeats): Variant => {
    const script = answersToOrders['accepted, paid later']
    return { answer, script, cancelling, knowsRepeats }
  }),
)
const { 'declined at once': declined, refused } = answersToOrders

export const collectionWays: readonly Way<CollectionScene>[] = [
  {
    what: 'a push is taken in and sent',
    scene: push,
    variants: orders,
    points: {
      'collection.requested': always,
      'collection.sent': always,
      'collection.resolving': isTold,
      'collection.resolved': isTold,
    },
  },
  {
    what: 'a code is asked for',
    scene: code,
    variants: orders,
    points: {
      'collection.requested': always,
      'collection.sent': always,
      'collection.resolving': isToldOrCode,
      'collection.resolved': isToldOrCode,
    },
  },
  {
    what: 'a worker sends',
    scene: byWorker,
    variants: orders,
    points: {
      'collection.claimed': always,
      'collection.requested': always,
      'collection.sent': always,
      'collection.resolving': isTold,
      'collection.resolved': isTold,
    },
  },
  {
    what: 'a callback is heard',
    scene: heard,
    variants: orders,
    points: { 'callback.stored': isThere, 'collection.resolving': isThere, 'collection.resolved': isThere },
  },
  {
    what: 'a worker asks',
    scene: lookedUp,
    variants: orders,
    points: {
      'collection.claimed': isOpen,
      'collection.requested': isSentAgain,
      'collection.sent': isSentAgain,
      'collection.resolving': isOpenThere,
      'collection.resolved': isOpenThere,
    },
  },
  {
    what: 'a try begins on a page',
    scene: begun,
    variants: orders,
    points: { 'try.beginning': always },
  },
  {
    what: 'a payer wants another way',
    scene: another,
    variants: cancellings,
    points: {
      'try.cancelling': always,
      'try.cancelled': always,
      'collection.resolving': isCancelled,
      'collection.resolved': isCancelled,
    },
  },
  {
    what: 'a page ends',
    scene: ended,
    variants: variantsOf({ 'declined at once': declined, refused }),
    points: { 'page.ending': always },
  },
]
