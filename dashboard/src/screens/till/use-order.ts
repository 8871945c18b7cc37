import type { Malipo, MalipoError, TillPayment, TillStanding } from '@malipo/sdk'
import { useCallback, useEffect, useState } from 'react'
import { asMalipoError } from '../../calls/query-client.ts'
import { forgetOrder, keepOrder, newOrder, type Order, readOrder } from './kept-order.ts'

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

export type Till = {
  open: Open | undefined
  /** Why the last request was refused: nobody was asked for anything. */
  refusal: MalipoError | undefined
  begin(amount: string, phone: string | null): void
  /** Leaves it to the list of today, or ends it. */
  leave(): void
}

const lookEveryMs = 1_500
const lookSeldomMs = 5_000
const tryAgainMs = 3_000

/** The one payment that is under way at this till. A page that is opened again goes on with it. */
export function useOrder(name: string, malipo: Malipo): Till {
  const [order, setOrder] = useState(() => readOrder(name))
  const [heard, setHeard] = useState<Omit<Open, 'order'>>(nothingHeard)
  const [refusal, setRefusal] = useState<MalipoError>()

  const leave = useCallback(() => {
    forgetOrder(name)
    setOrder(undefined)
    setHeard(nothingHeard)
  }, [name])

  const begin = useCallback(
    (amount: string, phone: string | null) => {
      const made = newOrder(amount, phone)
      keepOrder(name, made)
      setRefusal(undefined)
      setHeard(nothingHeard)
      setOrder(made)
    },
    [name],
  )

  useEffect(() => {
    if (order === undefined) return undefined
    const ended = new AbortController()
    void follow(malipo, order, ended.signal, setHeard).catch((error: unknown) => {
      if (ended.signal.aborted) return
      setRefusal(asMalipoError(error))
      leave()
    })
    return () => ended.abort()
  }, [order, malipo, leave])

  return { open: order && { order, ...heard }, refusal, begin, leave }
}

const nothingHeard: Omit<Open, 'order'> = {
  standing: 'sending',
  hasLine: true,
  payment: undefined,
  code: undefined,
}

/** Sends the order until it is taken, then looks until it has ended. Rejects only with a refusal. */
async function follow(
  malipo: Malipo,
  order: Order,
  signal: AbortSignal,
  hear: (change: (before: Omit<Open, 'order'>) => Omit<Open, 'order'>) => void,
): Promise<void> {
  const code = await insist(
    signal,
    () => send(malipo, order, signal),
    (hasLine) => hear((before) => ({ ...before, hasLine })),
  )
  hear((before) => ({ ...before, code, standing: 'waiting' }))
  for (let looks = 0; !signal.aborted; looks += 1) {
    try {
      const { payments } = await malipo.till.get({ reference: order.reference }, { signal })
      const [payment] = payments
      if (payment) hear((before) => ({ ...before, payment, standing: payment.standing, hasLine: true }))
      // What was paid may still be taken back, but nobody at a till waits for that.
      if (payment && /^(paid|failed|returned)$/.test(payment.standing)) return
    } catch {
      hear((before) => ({ ...before, hasLine: false }))
    }
    await sleep(looks < 80 ? lookEveryMs : lookSeldomMs, signal)
  }
}

/** The same key each time: whatever became of an earlier attempt, the customer is asked once. */
async function send(
  malipo: Malipo,
  { amount, phone, reference, idempotencyKey }: Order,
  signal: AbortSignal,
) {
  const body = { amount, merchant_reference: reference }
  const options = { idempotencyKey, signal }
  const made =
    phone === null
      ? await malipo.collections.dynamicQr(body, options)
      : await malipo.collections.ussdPush({ ...body, customer_phone: phone }, options)
  return made.qr_payload
}

async function insist<Result>(
  signal: AbortSignal,
  attempt: () => Promise<Result>,
  tell: (hasLine: boolean) => void,
): Promise<Result> {
  for (;;) {
    try {
      const result = await attempt()
      tell(true)
      return result
    } catch (error) {
      if (signal.aborted || isRefusal(asMalipoError(error))) throw error
      tell(false)
      await sleep(tryAgainMs, signal)
    }
  }
}

/** A clear no. Whoever is too busy, or could not be heard, may have done it. */
function isRefusal({ status = 0, code }: MalipoError): boolean {
  return status >= 400 && status < 500 && ![408, 429].includes(status) && code !== 'idempotency_in_progress'
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
