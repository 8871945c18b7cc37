import { randomUUID } from 'node:crypto'
import type { Reply } from '../../service.ts'
import type { Fields } from '../money/shop.ts'
import { openRefundStage } from '../refunds/stage.ts'
import { tillOf } from './paying.ts'
import { dataOf, drafted, type Shown } from './till.ts'

/** A live merchant who bills, credits and gives back, at a provider in the test's hands. */
export async function openCreditedTill() {
  const stage = await openRefundStage()
  const counter = await stage.openCounter(10_000_000n)
  const at = (id: string, rest = '') => `/v1/invoices/${id}${rest}`
  const key = () => ({ key: counter.liveKey })
  const call = (path: string, sent: Fields = {}): Promise<Reply> => counter.call(path, { ...key(), ...sent })
  const asked = (id: string, body: Fields, idempotencyKey: string = randomUUID()) =>
    call(at(id, '/credit-notes'), {
      body: { reason: 'Sacks were torn', ...body },
      headers: { 'idempotency-key': idempotencyKey },
    })
  return {
    ...{ stage, counter, at, key, call, asked },
    /** An invoice of a thousand, 180 of which are tax, unless told otherwise. */
    async invoiced(fields: Fields = {}): Promise<Shown> {
      const made = await drafted(stage.service, tillOf(counter), fields, key())
      await call(at(made.id, '/send'), { method: 'POST' })
      return made
    },
    /** Its state, then what is paid, credited, due and too much. */
    async standing(id: string): Promise<string> {
      const { status, amount_paid, amount_credited, amount_due, amount_overpaid } = dataOf(await call(at(id)))
      return [status, amount_paid, amount_credited, amount_due, amount_overpaid].join(' ')
    },
    credited: async (id: string, amount: string) => dataOf(await asked(id, { amount })),
    notesOf: async (id: string) =>
      (dataOf(await call(at(id, '/credit-notes'))) as unknown as { items: Shown[] }).items,
    paidFor: (id: string, amount = '1000.00') => counter.paid({ amount, invoice_id: id }),
  }
}
