import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { noteAnswer } from '../openapi/note-answers.ts'
import { type Chance, chanceFrom } from '../simulation/kernel/chance.ts'
import type { Answer, Asked, CustomersBook } from './customers-book.ts'
import { giveBack, payMany } from './many-and-back.ts'
import type { Stage } from './stage.ts'

const usuallyAtOnce = 6
const pauseMs = 40
/** Longer than the service takes to say that it cannot, having waited twice for what somebody else holds. */
const patienceMs = 15_000
const withdrawalShare = 0.2
const batchShare = 0.05
const refundShare = 0.15
const repeatShare = 0.2
/** Of those who pay by phone, the tenth declines, has too little money or never answers. */
const oddPayers = ['255700000002', '255700000003', '255700000004', '255700000005']

export type Customers = ReturnType<typeof openCustomers>

/** Whoever asks for payments, with a book of their own. Nobody gives up on a request before it is acknowledged. */
export function openCustomers(stage: Stage, seed: string, customersAtOnce = usuallyAtOnce) {
  const book: CustomersBook = {
    asked: [],
    acknowledged: [],
    repeats: 0,
    lostAnswers: 0,
    failures: [],
    changedAnswers: [],
    strange: [],
    repeatedCallbacks: 0,
  }
  let isOpen = true
  /** Set when the run is broken off, so that nobody insists for ever. */
  let isAbandoned = false

  async function post(path: string, body: object, headers: Record<string, string>): Promise<Answer | null> {
    try {
      const response = await fetch(`${stage.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      })
      const text = await response.text()
      const contentType = response.headers.get('content-type') ?? ''
      noteAnswer({ method: 'POST', path, status: response.status, contentType, body: text })
      const requestId = response.headers.get('x-request-id')
      return { status: response.status, body: JSON.parse(text) as Answer['body'], requestId }
    } catch (error) {
      book.lostAnswers += 1
      book.failures.push(`${path}: ${error} ${(error as Error).cause ?? ''}`)
      return null
    }
  }

  /** Until it is acknowledged or refused for good. */
  async function insist(path: string, body: object, headers: Record<string, string>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      if (isAbandoned) throw new Error('The run was broken off')
      const beganAt = performance.now()
      const answer = await post(path, body, headers)
      if (attempt > 1) book.repeats += 1
      if (answer !== null && answer.status < 300) {
        book.acknowledged.push({ beganAt, at: performance.now() })
        return answer
      }
      if (answer !== null && ![429, 503].includes(answer.status) && !isHeldElsewhere(answer)) {
        if (answer.status === 409) return answer
        book.strange.push(`${path} ${answer.status} ${JSON.stringify(answer.body)}`)
        if (answer.status < 500) return answer
      }
      if (answer !== null) book.failures.push(`${path}: ${tellFailure(answer, performance.now() - beganAt)}`)
      await sleep(150)
    }
  }

  async function ask(asked: Asked, path: string, body: object, chance: Chance): Promise<void> {
    const headers = { authorization: `Bearer ${stage.key}`, 'idempotency-key': chance.uuid() }
    book.asked.push(asked)
    const answer = await insist(path, body, headers)
    asked.answer = answer
    const { collection_id: paid, id } = answer.body.data ?? {}
    asked.id = String(asked.kind === 'collection' ? paid : id)
    if (!chance.happens(repeatShare)) return
    book.repeats += 1
    const again = await insist(path, body, headers)
    if (!isDeepStrictEqual(again.body, answer.body))
      book.changedAnswers.push(`${asked.mark}: ${JSON.stringify([answer, again])}`)
  }

  async function collect(mark: string, chance: Chance): Promise<void> {
    const amount = 1_000 + chance.below(9_000)
    const phone = chance.happens(0.1) ? chance.pick(oddPayers) : `255754${100_000 + chance.below(900_000)}`
    const asked: Asked = { kind: 'collection', mark, amount, id: null, answer: null, decided: [] }
    const push = { merchant_id: stage.merchantId, amount, phone, reference: mark }
    await ask(asked, '/v1/collections/wallet-push', push, chance)
  }

  async function withdraw(mark: string, chance: Chance): Promise<void> {
    const amount = 1_000 + chance.below(9_000)
    const asked: Asked = { kind: 'withdrawal', mark, amount, id: null, answer: null, decided: [] }
    const to = { destination_code: 'MPESA', destination_name: mark, destination_identifier: '255754000009' }
    const wish = { merchant_id: stage.merchantId, amount: String(amount), ...to }
    await ask(asked, '/v1/disbursements/mobile-money', wish, chance)
    await decideAtOnce(asked.decided, `/v1/admin/withdrawals/${asked.id}`, chance)
  }

  /** Two decide at once: both to approve, or one against the other. */
  async function decideAtOnce(
    decided: Asked['decided'],
    path: string,
    chance: Chance,
    approval: object = {},
  ): Promise<void> {
    const wishes = chance.happens(0.7) ? (['approve', 'approve'] as const) : (['approve', 'reject'] as const)
    await Promise.all(
      wishes.map(async (wish, place) => {
        const body = wish === 'reject' ? { note: 'not today' } : approval
        const answer = await insist(`${path}/${wish}`, body, { cookie: stage.cookies[place] ?? '' })
        if (answer.status < 300) decided.push(wish)
      }),
    )
  }

  /** Once: who looks in vain does without. */
  async function read(path: string): Promise<Answer | null> {
    const headers = { authorization: `Bearer ${stage.key}` }
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await fetch(`${stage.url}${path}`, { headers, signal }).catch(() => null)
    const body = (await answer?.json().catch(() => null)) as Answer['body'] | null
    return answer && body ? { status: answer.status, body } : null
  }

  const doors = { stage, book, ask, insist, decideAtOnce, read }

  async function live(number: number): Promise<void> {
    const chance = chanceFrom(`${seed} customer ${number}`)
    for (let order = 1; isOpen; order += 1) {
      const mark = `order ${number} ${order}`
      if (chance.happens(withdrawalShare)) await withdraw(mark, chance)
      else if (chance.happens(batchShare)) await payMany(doors, mark, chance)
      else await collect(mark, chance)
      if (chance.happens(refundShare)) await giveBack(doors, mark, chance)
      await sleep(pauseMs)
    }
  }

  /** A provider says again what it has said before, in the same words. */
  async function repeatCallbacks(): Promise<void> {
    const chance = chanceFrom(`${seed} callbacks`)
    while (isOpen) {
      await sleep(200)
      const sent = stage.gateway.post.sent()
      if (sent.length === 0) continue
      const { url, headers, body } = chance.pick(sent)
      const signal = AbortSignal.timeout(patienceMs)
      const again = await fetch(url, { method: 'POST', headers, body, signal }).catch(() => null)
      await again?.body?.cancel()
      if (again?.ok) book.repeatedCallbacks += 1
    }
  }

  const living = [
    ...Array.from({ length: customersAtOnce }, (_, number) => live(number + 1)),
    repeatCallbacks(),
  ]
  return {
    book,
    /** Nobody begins anything new, and everybody waits for what they have begun. */
    async close(): Promise<void> {
      isOpen = false
      await Promise.all(living)
    },
    async abandon(): Promise<void> {
      isOpen = false
      isAbandoned = true
      await Promise.allSettled(living)
    },
  }
}

/** With the request by whose name its cause is in a log. */
export function tellFailure({ status, body, requestId }: Answer, tookMs: number): string {
  const byWhom = requestId ? `request ${requestId}` : 'by none of our processes'
  return `${status} ${JSON.stringify(body.error)} after ${(tookMs / 1_000).toFixed(1)} s, ${byWhom}`
}

/** The same key is on its way elsewhere, in a process that may have been killed. */
function isHeldElsewhere({ status, body }: Answer): boolean {
  return status === 409 && String(body.error?.code).startsWith('idempotency_in')
}
