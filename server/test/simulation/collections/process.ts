import assert from 'node:assert/strict'
import { takeBill } from '../../../src/bills/bills.ts'
import { type CallbackTaker, callbackTaker } from '../../../src/callbacks/callbacks.ts'
import { decideClearance } from '../../../src/clearance/clearance.ts'
import {
  beginTry,
  type Collect,
  chaseCollections,
  collectionCallbacks,
  collectionResolver,
  collectionSettler,
  createCollect,
  endPages,
  leavePage,
  type Resolve,
  type TryWish,
  useAnotherWay,
} from '../../../src/collections/collections.ts'
import { settleDiscrepancy } from '../../../src/discrepancies/discrepancies.ts'
import { hintTaker, lookUpWorker } from '../../../src/evidence/evidence.ts'
import { checkInvoice, holdDrafts } from '../../../src/invoices/invoices.ts'
import { linkCheck } from '../../../src/payment-links/payment-links.ts'
import {
  askProvider,
  createRegistry,
  type LookedUp,
  planOf,
  type RawCallback,
  type Registry,
} from '../../../src/providers/providers.ts'
import { owedEnder } from '../../../src/refunds/refunds.ts'
import { compileRules } from '../../../src/risk/risk.ts'
import type { World } from '../../../src/world/world.ts'
import { providerNames, takeRaw } from '../kernel/callback-bytes.ts'
import { type Birth, bear, type Mortal } from '../kernel/mortal.ts'
import type { Seams } from '../kernel/room.ts'
import type { Owner } from '../kernel/wire.ts'
import type { Collection } from './mirror.ts'
import type { Network } from './scripted-provider.ts'

/** Who decides, about which, and what: how each door ends, whatever it needs before. */
type Decision<Door extends (...all: never) => unknown> =
  Parameters<Door> extends [...unknown[], infer By, infer Id, infer Decided] ? [By, Id, Decided] : never

/** One process of the service, as the simulation uses it. */
export type Process = Mortal & {
  take(raw: RawCallback): ReturnType<typeof takeRaw>
  takeDue: CallbackTaker['takeDue']
  lookAgain(): Promise<number>
  collect: Collect
  resolve: Resolve
  chase(): Promise<number>
  beginTry(wish: TryWish): ReturnType<typeof beginTry>
  useAnotherWay(token: string): ReturnType<typeof useAnotherWay>
  leavePage(token: string): ReturnType<typeof leavePage>
  endPages(): Promise<number>
  lookUp(collection: Collection, reference: string): Promise<LookedUp>
  decideClearance(
    ...decision: [...Parameters<typeof decideClearance>] extends [unknown, unknown, ...infer Rest]
      ? Rest
      : never
  ): ReturnType<typeof decideClearance>
  settleDiscrepancy(...decision: Decision<typeof settleDiscrepancy>): ReturnType<typeof settleDiscrepancy>
}

export type CollectionSeams = Seams & { resolve?: (world: World, resolve: Resolve) => Resolve }

/** As much of the provider's side as a process has to do with. */
export type Carriers = Pick<Network, 'live' | 'providerFor'> & {
  payments: ReadonlyMap<string, { provider: string }>
}

export type CollectionBirth = Pick<Birth, 'name' | 'world' | 'work'> & {
  network: Carriers
  sendsItself: boolean
  seams: CollectionSeams
  onError(error: unknown): void
}

/** The only place that puts the collections room together for the simulation. */
export function startProcess({ network, sendsItself, seams, onError, ...birth }: CollectionBirth): Process {
  const mortal = bear({ ...birth, alter: seams.sql, labelOf })
  const { world, isDead } = mortal
  const registry = registryOn(world, network, { isDead })
  const resolver = collectionResolver(world, registry)
  const resolve = seams.resolve?.(world, resolver) ?? resolver
  const { collect } = createCollect({
    world,
    registry,
    resolve,
    riskRules: { known: () => compileRules([]), ready: async () => {} },
    checks: {
      paymentLink: linkCheck(world),
      invoice: (attachment) => checkInvoice(world, attachment),
      holdDrafts: (tx, attachments) => holdDrafts(tx, world, attachments),
    },
    sendsItself,
    onError: (error) => {
      if (!isDead()) onError(error)
    },
  })
  const subject = collectionCallbacks(world, registry, resolve)
  const callbacks = callbackTaker(
    world,
    registry,
    [subject],
    (word) => takeBill({ world, registry }, word),
    hintTaker(world),
  )
  const lookUps = lookUpWorker(
    world,
    { collection: subject.lookUp, disbursement: async () => assert.fail('here nobody withdraws') },
    (error) => {
      if (!isDead()) onError(error)
    },
  )
  const settling = {
    world,
    settleCollection: collectionSettler(world, registry),
    settleWithdrawal: async () => assert.fail('here nobody withdraws'),
    giveBack: async () => assert.fail('here nobody withdraws'),
    refundOverpaid: async () => assert.fail('here nobody withdraws'),
    endOwed: owedEnder(world),
  }
  return {
    ...mortal,
    resolve,
    collect,
    take: (raw) => takeRaw(callbacks, raw),
    takeDue: callbacks.takeDue,
    async lookAgain() {
      const asked = await lookUps.round()
      await lookUps.settled()
      return asked
    },
    chase: () => chaseCollections({ world, registry, resolve }),
    beginTry: (wish) => world.sql.begin((tx) => beginTry(tx, world, registry, wish)),
    useAnotherWay: (token) => useAnotherWay({ world, registry, resolve }, token),
    leavePage: (token) => world.sql.begin((tx) => leavePage(tx, world, { token })),
    endPages: () => endPages(world),
    lookUp: async (collection, reference) => {
      const provider = registry.providerOf(network.payments.get(reference) ?? collection)
      return await askProvider((signal) => provider.lookUp({ reference }, signal))
    },
    decideClearance: (...rest) => world.sql.begin((tx) => decideClearance(tx, { world, registry }, ...rest)),
    settleDiscrepancy: (...rest) => world.sql.begin((tx) => settleDiscrepancy(tx, settling, ...rest)),
  }
}

/** All live payments go by one list, which nobody changes. */
function registryOn({ clock }: World, network: Carriers, owner: Owner): Registry {
  const plan = planOf([{ merchantId: null, method: null, providers: network.live }], new Map(), [])
  return createRegistry({
    clock,
    providers: [
      ...network.live.map((name) => network.providerFor('live', owner, name)),
      network.providerFor('sandbox', owner),
    ],
    route: { live: network.live[0] ?? null, sandbox: providerNames.sandbox },
    plan: { known: () => plan, ready: async () => {}, certain: async () => {}, renew: async () => {} },
  })
}

/** What is claimed comes with the name of its merchant. */
function labelOf(row: object): string | null {
  if (!('merchant_name' in row)) return null
  return String('description' in row ? row.description : '')
}
