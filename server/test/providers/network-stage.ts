import type { Environment } from '@malipo/contract'
import { idsFrom, lowestIdAt } from '../../src/primitives/id.ts'
import { referenceOf } from '../../src/primitives/reference.ts'
import { vaultFrom } from '../../src/primitives/seal.ts'
import {
  type CollectOrder,
  createSimulatedNetwork,
  type PayOutOrder,
  type PlayWish,
  type RawCallback,
  type SimulatedNetwork,
  type TakeCallback,
} from '../../src/providers/providers.ts'
import type { World } from '../../src/world/world.ts'
import { testSecret } from '../service.ts'
import { createTestDatabase } from '../test-database.ts'
import { forEver, patient } from './patient.ts'

/** A payment, where it is asked for, and how it shall play there. */
export type StageOrder = CollectOrder & { environment: Environment; simulate: PlayWish }
export type StagePayOut = PayOutOrder & { environment: Environment }

export type Stage = Awaited<ReturnType<typeof openStage>>

/** The simulated network on a database of its own, with time in the test's hands and an ear for its callbacks. */
export async function openStage() {
  const database = await createTestDatabase()
  let nowMs = Date.parse('2026-11-15T08:00:00Z')
  const clock = { now: () => new Date(nowMs) }
  const world: World = {
    sql: database.sql,
    clock,
    newId: idsFrom(clock),
    vault: vaultFrom(testSecret),
    baseUrl: 'http://localhost',
  }
  const network = createSimulatedNetwork(world)
  const heard: { raw: RawCallback; from: string }[] = []
  const take = async (raw: RawCallback, from: string) => void heard.push({ raw, from })
  let orders = 0
  /** Numbered instead of drawn, so that chance, which is drawn from references, is the same in every run. */
  const idOf = (order: number) => lowestIdAt(nowMs).replace(/.{12}$/, order.toString(16).padStart(12, '0'))

  /** Lets time pass in small steps, with the network at work in each. */
  async function pass(ms: number): Promise<void> {
    for (const end = nowMs + ms; ; nowMs = Math.min(end, nowMs + 100)) {
      while ((await network.advance()) > 0);
      while ((await deliver(network, take)) > 0);
      if (nowMs === end) return
    }
  }

  return {
    world,
    network: patientNetwork(network),
    heard,
    take,
    pass,
    jump: (ms: number) => {
      nowMs += ms
    },
    close: () => database.drop(),
    newMerchant: () => newMerchant(world),
    /** A payment in the sandbox that waits for its handset, unless told otherwise. */
    order(wish: Partial<StageOrder> & { merchantId: string }): StageOrder {
      orders += 1
      return {
        reference: referenceOf('MLP', idOf(orders)),
        environment: 'sandbox',
        merchantName: 'Duka la Asha',
        method: 'USSD_PUSH',
        amount: 150_000n,
        currency: 'TZS',
        phone: '255712345678',
        expiresAt: null,
        description: null,
        simulate: { status: null, family: 'B' },
        ...wish,
      }
    },
    /** A payout in the sandbox to somebody ordinary, unless told otherwise. */
    payOut(wish: Partial<StagePayOut> & { merchantId: string }): StagePayOut {
      orders += 1
      return {
        reference: referenceOf('MLW', idOf(orders)),
        environment: 'sandbox',
        method: 'MOBILE_MONEY',
        amount: 150_000n,
        currency: 'TZS',
        destinationCode: 'MPESA',
        recipientName: 'Asha Juma',
        identifier: '255712345678',
        ...wish,
      }
    },
    /** How payouts stand, in the network's eyes. */
    async payOutKinds(asked: StagePayOut[]): Promise<string[]> {
      const lookUp = (order: StagePayOut) =>
        (order.environment === 'live' ? network.liveProvider : network.sandboxProvider).lookUpPayOut(
          order,
          forEver,
        )
      return (await Promise.all(asked.map(lookUp))).map(({ kind }) => kind)
    },
    /** What was heard of a payment, in order, as its adapter reads it. */
    told: (reference: string) =>
      heard
        .map(({ raw }) => network.sandboxProvider.readCallback(raw))
        .filter((read) => read !== null)
        .filter((read) => read.reference === reference),
  }
}

/** The network, asked by somebody who never hangs up; in the sandbox through its own door. */
export function patientNetwork(network: SimulatedNetwork) {
  const sandboxProvider = patient(network.sandboxProvider)
  return {
    ...network,
    liveProvider: patient(network.liveProvider),
    sandboxProvider: {
      ...sandboxProvider,
      collect: (order: CollectOrder & { simulate?: PlayWish }) =>
        order.simulate
          ? network.rehearsal.collect(order, order.simulate, forEver)
          : sandboxProvider.collect(order),
    },
  }
}

async function newMerchant(world: World): Promise<string> {
  const [id, now] = [world.newId(), world.clock.now()]
  await world.sql`
    insert into merchants (id, name, verification_status, is_active, webhook_secret_sealed, created_at, updated_at)
    values (${id}, 'Duka la Asha', 'verified', true, ${world.vault.seal('whsec_x')}, ${now}, ${now})`
  return id
}

/** Delivers what is due and waits until all of it was heard. Returns how much there was. */
export async function deliver(
  { teller }: Pick<SimulatedNetwork, 'teller'>,
  take: TakeCallback,
): Promise<number> {
  const { look, settled } = teller(take)
  const found = await look()
  await settled()
  return found
}
