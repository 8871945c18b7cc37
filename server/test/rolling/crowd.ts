import { setTimeout as sleep } from 'node:timers/promises'
import { tellFailure } from '../chaos/customers.ts'
import type { Answer, Asked, CustomersBook } from '../chaos/customers-book.ts'
import type { Stage } from '../chaos/stage.ts'
import { type Chance, chanceFrom } from '../simulation/kernel/chance.ts'

/** One more comes after this, whether those before were answered or not: who is held becomes many. */
const usuallyEveryMs = 200
const patienceMs = 15_000
/** Where nothing is replaced, whoever asks is answered long before; for so long it must be seen, within so long. */
const calm = { promptMs: 2_000, forMs: 10_000, withinMs: 300_000 }

export type Crowd = ReturnType<typeof openCrowd>

/**
 * Strangers who ask once each and never again: for payments, for one of them, for a list of them, for a payout. What they ask for stands in the
 * customers' book, and so does each who was not answered.
 */
export function openCrowd(stage: Stage, book: CustomersBook, seed: string, everyMs = usuallyEveryMs) {
  const chance = chanceFrom(`${seed} crowd`)
  const underWay = new Set<Promise<void>>()
  const paid: string[] = []
  const tookMs: number[] = []
  let isOpen = true

  async function send(path: string, init: RequestInit): Promise<Answer | null> {
    const beganAt = performance.now()
    const what = `${init.method ?? 'GET'} ${path}`
    try {
      const signal = AbortSignal.timeout(patienceMs)
      const response = await fetch(`${stage.url}${path}`, { ...init, signal })
      const body = (await response.json()) as Answer['body']
      const at = performance.now()
      tookMs.push(at - beganAt)
      const requestId = response.headers.get('x-request-id')
      const answer = { status: response.status, body, requestId }
      if (response.status >= 300) book.failures.push(`${what}: ${tellFailure(answer, at - beganAt)}`)
      else book.acknowledged.push({ beganAt, at })
      return answer
    } catch (error) {
      const cause = (error as Error).cause ?? ''
      book.failures.push(`${what}: ${error} ${cause} after ${told(performance.now() - beganAt)}`)
      return null
    }
  }

  const authorization = `Bearer ${stage.key}`
  async function get(path: string, headers: Record<string, string>): Promise<void> {
    await send(path, { headers })
  }

  async function ask(asked: Asked, path: string, wish: object): Promise<void> {
    book.asked.push(asked)
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': chance.uuid() }
    const answer = await send(path, { method: 'POST', headers, body: JSON.stringify(wish) })
    asked.answer = answer
    if (answer === null || answer.status >= 300) return
    const { collection_id: collection, id } = answer.body.data
    asked.id = String(collection ?? id)
    if (collection) paid.push(asked.id)
  }

  function come(number: number): Promise<void> {
    const mark = `stranger ${number}`
    const amount = 1_000 + chance.below(9_000)
    const asked = { mark, amount, id: null, answer: null, decided: [] }
    const wish = drawWish(chance, paid.length > 0)
    if (wish === 'look') return get(`/v1/collections/${chance.pick(paid)}`, { authorization })
    if (wish === 'list') return get('/v1/admin/collections?page_size=20', { cookie: stage.cookies[0] })
    const merchant_id = stage.merchantId
    if (wish === 'pay') {
      const phone = `255754${100_000 + chance.below(900_000)}`
      const push = { merchant_id, amount, phone, reference: mark }
      return ask({ ...asked, kind: 'collection' }, '/v1/collections/wallet-push', push)
    }
    const to = { destination_code: 'MPESA', destination_name: mark, destination_identifier: '255754000009' }
    const payout = { merchant_id, amount: String(amount), ...to }
    return ask({ ...asked, kind: 'withdrawal' }, '/v1/disbursements/mobile-money', payout)
  }

  const coming = (async () => {
    for (let number = 1; isOpen; number += 1) {
      const one = come(number).finally(() => underWay.delete(one))
      underWay.add(one)
      await sleep(everyMs)
    }
  })()

  /** On a machine that is too busy requests fail by themselves, which says nothing of what is replaced there. */
  async function untilCalm(): Promise<void> {
    const began = performance.now()
    while (performance.now() - began < calm.withinMs) {
      const [failed, answered] = [book.failures.length, tookMs.length]
      await sleep(calm.forMs)
      const slowestMs = Math.max(...tookMs.slice(answered))
      const isCalm = answered < tookMs.length && slowestMs < calm.promptMs
      if (isCalm && failed === book.failures.length) return
    }
    throw new Error(
      `This machine is too busy to tell: nothing was replaced yet, and ${book.failures.length} failed: ${book.failures.slice(-5).join('; ')}`,
    )
  }

  return {
    tookMs,
    untilCalm,
    /** Nobody new comes, and whoever is there gets an answer. */
    async close(): Promise<void> {
      isOpen = false
      await coming
      await Promise.all(underWay)
    },
  }
}

type Wish = 'pay' | 'look' | 'list' | 'payout'

function drawWish(chance: Chance, hasPaid: boolean): Wish {
  if (!hasPaid || chance.happens(0.5)) return 'pay'
  if (chance.happens(0.6)) return 'look'
  return chance.happens(0.5) ? 'list' : 'payout'
}

const told = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
