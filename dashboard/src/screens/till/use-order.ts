import type { Malipo, MalipoError, TillPayment, TillStanding } from '@malipo/sdk'
import { useCallback, useEffect, useState } from 'react'
import { asMalipoError } from '../../calls/query-client.ts'
import { forgetOrder, isLost, keepOrder, maySend, newOrder, type Order, readOrder } from './kept-order.ts'

export type Standing = 'sending' | TillStanding

export type Open = {
  order: Order
  standing: Standing
  /** False while the service cannot be reached; what stands is then what was last heard. */
  hasLine: boolean
  payment: TillPayment | undefined
  /** What a customer scans. */
  code: string | undefined
}

/** Why the last order ended before anything was heard of it. */
export type Ending =
  | { kind: 'refused'; error: MalipoError; mayHaveArrived: boolean }
  /** There was no connection for so long that it was not sent at all. */
  | { kind: 'never_sent'; order: Order }

export type Till = {
  open: Open | undefined
  ending: Ending | undefined
  begin(amount: string, phone: string | null): void
  /** Leaves it to the list of today, or ends it. */
  leave(): void
}

const lookEveryMs = 1_500
const lookSeldomMs = 5_000
const tryAgainMs = 3_000

/** The one payment that is under way at this till. A page that is opened again goes on with it, and so does every other tab: a person has one till. */
export function useOrder(name: string, malipo: Malipo, once: Malipo): Till {
  const [order, setOrder] = useState(() => readOrder(name))
  // Of what another page has begun, or this one before it was opened again, nobody knows what has been sent.
  const [begunKey, setBegunKey] = useState<string>()
  const [heard, setHeard] = useState<Omit<Open, 'order'>>(nothingHeard)
  const [ending, setEnding] = useState<Ending>()

  const leave = useCallback(() => {
    if (order) forgetOrder(name, order)
    setOrder(undefined)
    setHeard(nothingHeard)
  }, [name, order])

  const begin = useCallback(
    (amount: string, phone: string | null) => {
      const underWay = readOrder(name)
      const made = underWay ?? newOrder(amount, phone)
      if (underWay === undefined) {
        keepOrder(name, made)
        setBegunKey(made.idempotencyKey)
      }
      setEnding(undefined)
      setHeard(nothingHeard)
      setOrder(made)
    },
    [name],
  )

  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key !== name) return
      const kept = readOrder(name)
      if (kept?.idempotencyKey === order?.idempotencyKey) return
      setHeard(nothingHeard)
      setOrder(kept)
    }
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [name, order])

  useEffect(() => {
    if (order === undefined) return undefined
    const ended = new AbortController()
    const keep = (taken: Taken) => {
      const isStillOpen = readOrder(name)?.idempotencyKey === order.idempotencyKey
      if (!ended.signal.aborted && isStillOpen) keepOrder(name, { ...order, taken })
    }
    const wasFound = order.idempotencyKey !== begunKey
    void follow({ malipo, once, order, wasFound, keep, hear: setHeard, signal: ended.signal }).then(
      (over) => {
        if (ended.signal.aborted || over === undefined) return
        setEnding(over)
        forgetOrder(name, order)
        setOrder(undefined)
        setHeard(nothingHeard)
      },
    )
    return () => ended.abort()
  }, [name, order, begunKey, malipo, once])

  return { open: order && { order, ...heard }, ending, begin, leave }
}

const nothingHeard: Omit<Open, 'order'> = {
  standing: 'sending',
  hasLine: true,
  payment: undefined,
  code: undefined,
}

type Taken = NonNullable<Order['taken']>

type Following = {
  malipo: Malipo
  /** Makes each call once: nothing that may have arrived goes unnoticed. */
  once: Malipo
  order: Order
  wasFound: boolean
  keep(taken: Taken): void
  hear(change: (before: Omit<Open, 'order'>) => Omit<Open, 'order'>): void
  signal: AbortSignal
}

/** Sends the order until it is taken, then looks until it has ended. Gives back why it never came to that, if so. */
async function follow(following: Following): Promise<Ending | undefined> {
  const { malipo, order, hear, signal } = following
  const sent = order.taken ?? (await insist(following))
  if ('kind' in sent) return sent
  hear((before) => ({ ...before, code: sent.code ?? undefined, standing: 'waiting' }))
  for (let looks = 0; !signal.aborted; looks += 1) {
    try {
      const payment = await find(malipo, order, signal)
      if (payment) hear((before) => ({ ...before, payment, standing: payment.standing, hasLine: true }))
      // What was paid may still be taken back, but nobody at a till waits for that.
      if (payment && /^(paid|failed|returned)$/.test(payment.standing)) return undefined
    } catch {
      hear((before) => ({ ...before, hasLine: false }))
    }
    await sleep(looks < 80 ? lookEveryMs : lookSeldomMs, signal)
  }
  return undefined
}

async function find(malipo: Malipo, { reference }: Order, signal: AbortSignal) {
  const { payments } = await malipo.till.get({ reference }, { signal })
  return payments[0]
}

async function findTaken(malipo: Malipo, order: Order, signal: AbortSignal): Promise<Taken | undefined> {
  return (await find(malipo, order, signal)) && { code: null }
}

/** The same key each time: whatever became of an earlier attempt, the customer is asked once. */
async function send(
  malipo: Malipo,
  { amount, phone, reference, idempotencyKey }: Order,
  signal: AbortSignal,
): Promise<Taken> {
  const body = { amount, merchant_reference: reference }
  const options = { idempotencyKey, signal }
  const made =
    phone === null
      ? await malipo.collections.dynamicQr(body, options)
      : await malipo.collections.ussdPush({ ...body, customer_phone: phone }, options)
  return { code: made.qr_payload ?? null }
}

/** For as long as the customer waits for it; after that it is only looked for. */
async function insist(following: Following): Promise<Taken | Ending> {
  const { malipo, once, order, keep, hear, signal } = following
  let mayHaveArrived = following.wasFound
  for (;;) {
    try {
      const taken = maySend(order) ? await send(once, order, signal) : await findTaken(malipo, order, signal)
      hear((before) => ({ ...before, hasLine: true }))
      if (taken) {
        keep(taken)
        return taken
      }
      if (isLost(order)) return { kind: 'never_sent', order }
    } catch (thrown) {
      const error = asMalipoError(thrown)
      if (signal.aborted || isRefusal(error)) return { kind: 'refused', error, mayHaveArrived }
      mayHaveArrived = true
      hear((before) => ({ ...before, hasLine: false }))
    }
    await sleep(tryAgainMs, signal)
  }
}

/** A clear no of the service itself. Whoever is too busy, could not be heard, or is not the service may have let it through before. */
function isRefusal({ status = 0, code }: MalipoError): boolean {
  return (
    status >= 400 &&
    status < 500 &&
    ![408, 429].includes(status) &&
    !['idempotency_in_progress', 'unreadable_reply'].includes(code)
  )
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
