import { answerBill, takeBill } from '../../../src/bills/bills.ts'
import { type CallbackTaker, callbackTaker } from '../../../src/callbacks/callbacks.ts'
import { cancelControlNumber } from '../../../src/control-numbers/cancel-control-number.ts'
import { type ControlNumberRow, expireControlNumbers } from '../../../src/control-numbers/control-numbers.ts'
import type { NumberWish } from '../../../src/control-numbers/draft-control-numbers.ts'
import { makeControlNumber } from '../../../src/control-numbers/make-control-numbers.ts'
import { hintTaker } from '../../../src/evidence/evidence.ts'
import type { Actor } from '../../../src/http/http.ts'
import type { BillAnswer, BillQuestion, Provider, RawCallback } from '../../../src/providers/providers.ts'
import { registryOf } from '../../registry-of.ts'
import { ownProvider } from '../../stories/money/own-provider.ts'
import { type Birth, bear, type Mortal } from '../kernel/mortal.ts'
import type { Seams } from '../kernel/room.ts'

/** One process of the service, as the simulation of bills uses it. */
export type Process = Mortal & {
  take(raw: RawCallback): ReturnType<CallbackTaker['take']>
  takeDue: CallbackTaker['takeDue']
  make(actor: Actor, wish: NumberWish): Promise<ControlNumberRow>
  cancel(actor: Actor, id: string): Promise<ControlNumberRow>
  expire(): Promise<number>
  ask(question: Omit<BillQuestion, 'provider'>): Promise<BillAnswer['kind']>
}

export type BillSeams = Seams & { take?: (take: typeof takeBill) => typeof takeBill }

export const providerName = 'scripted'

type Body = {
  event_id: string
  receipt: string
  kind: 'succeeded' | 'reversed'
  number: string
  amount: string
  payer: string | null
}

/** What the provider says of money for a number, as bytes. */
export function billBytes(body: Body): RawCallback {
  return { headers: {}, body: Buffer.from(JSON.stringify(body)) }
}

/** It orders nothing from anybody: payers come by themselves, and it tells of them. */
function billingProvider(): Provider {
  return {
    ...ownProvider({ name: providerName }),
    readCallback({ body }) {
      const told = JSON.parse(Buffer.from(body).toString()) as Body
      const bill = { number: told.number, amount: BigInt(told.amount), currency: 'TZS' }
      return {
        eventId: told.event_id,
        reference: told.receipt,
        about: 'collection',
        outcome:
          told.kind === 'succeeded'
            ? { kind: 'succeeded', providerStatus: 'COMPLETED', paid: bill }
            : { kind: 'reversed', providerStatus: 'REVERSED' },
        bill: { ...bill, payer: told.payer, account: null },
        isGenuine: true,
      }
    },
  }
}

/** The only place that puts the room of bills together for the simulation. */
export function startProcess({
  seams,
  ...birth
}: Pick<Birth, 'name' | 'world' | 'work'> & { seams: BillSeams }): Process {
  const mortal = bear({ ...birth, alter: seams.sql, labelOf: () => null })
  const { world } = mortal
  const live = billingProvider()
  const registry = registryOf({ live, sandbox: ownProvider({ name: 'sandbox' }) }, {}, world.clock)
  const desk = { world, registry }
  const take = seams.take?.(takeBill) ?? takeBill
  const callbacks = callbackTaker(world, registry, [], (word) => take(desk, word), hintTaker(world))
  return {
    ...mortal,
    take: (raw) => callbacks.take(providerName, raw),
    takeDue: callbacks.takeDue,
    make: (actor, wish) => world.sql.begin((tx) => makeControlNumber(tx, desk, actor, wish)),
    cancel: (actor, id) => world.sql.begin((tx) => cancelControlNumber(tx, world, actor, id)),
    expire: () => expireControlNumbers(world),
    async ask(question) {
      const asked = { ...question, provider: providerName }
      return (await answerBill(world.sql, { ...world, registry }, asked)).kind
    },
  }
}
