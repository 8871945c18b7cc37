import type { Chance } from '../simulation/kernel/chance.ts'
import type { Answer, Asked, CustomersBook } from './customers-book.ts'
import type { Stage } from './stage.ts'

/** How customers insist on what they ask for, and Super Admins decide about it. */
export type Doors = {
  stage: Stage
  book: CustomersBook
  ask(asked: Asked, path: string, body: object, chance: Chance): Promise<void>
  insist(path: string, body: object, headers: Record<string, string>): Promise<Answer>
  decideAtOnce(decided: Asked['decided'], path: string, chance: Chance, approval?: object): Promise<void>
  read(path: string): Promise<Answer | null>
}

/** Several payouts as one batch, which is decided about as one. */
export async function payMany(doors: Doors, mark: string, chance: Chance): Promise<void> {
  const { stage, book, insist, decideAtOnce } = doors
  const decided: Asked['decided'] = []
  const asked = Array.from(
    { length: 2 + chance.below(4) },
    (_, at): Asked => ({
      ...{ kind: 'withdrawal', mark: `${mark} row ${at + 1}`, amount: 1_000 + chance.below(9_000) },
      ...{ id: null, answer: null, decided },
    }),
  )
  book.asked.push(...asked)
  const rows = asked.map(({ mark: name, amount }) => ({
    ...{ reference: name, destination_name: name, amount: String(amount), destination_code: 'MPESA' },
    destination_identifier: `255754${100_000 + chance.below(900_000)}`,
  }))
  const headers = { authorization: `Bearer ${stage.key}`, 'idempotency-key': chance.uuid() }
  const batch = { merchant_id: stage.merchantId, name: mark, rows }
  const answer = await insist('/v1/disbursement-batches', batch, headers)
  for (const one of asked) one.answer = answer
  // Told at the end. Where keys are forgotten, what is sent again may be refused because it is there.
  if (answer.status >= 300) return
  const { id, content_hash } = answer.body.data
  await decideAtOnce(decided, `/v1/admin/disbursement-batches/${id}`, chance, { content_hash })
}

/** Of the provider here. */
const smallestPayout = 1_000

/** A part of what somebody has paid goes back, if it has arrived by now; several parts may race for the rest. */
export async function giveBack(doors: Doors, mark: string, chance: Chance): Promise<void> {
  const { book, ask, decideAtOnce, read } = doors
  const payments = book.asked.filter(({ kind, id }) => kind === 'collection' && id !== null)
  if (payments.length === 0) return
  const paid = chance.pick(payments)
  const shown = await read(`/v1/collections/${paid.id}`)
  if (shown?.body.data?.status !== 'successful') return
  // As many as fit, so that none is refused: what is asked for beyond that is for `refunds`.
  const amount = smallestPayout
  if (book.asked.filter(({ of }) => of === paid.id).length >= Math.floor(paid.amount / amount)) return
  const asked: Asked = {
    ...{ kind: 'withdrawal', mark: `back of ${mark}`, amount, id: null, answer: null, decided: [] },
    of: paid.id,
  }
  const body = { collection_id: paid.id, amount: String(amount), reason: 'requested', note: asked.mark }
  await ask(asked, '/v1/refunds', body, chance)
  await decideAtOnce(asked.decided, `/v1/admin/withdrawals/${asked.id}`, chance)
}
