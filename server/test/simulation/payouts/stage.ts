import type { Database } from '../../../src/database/database.ts'
import { setRule } from '../../../src/pricing/pricing.ts'
import type { World } from '../../../src/world/world.ts'
import { registryOf } from '../../registry-of.ts'
import { openShops, type Shop } from '../kernel/shops.ts'
import { layGround, openStage, type Stage as StageOf } from '../kernel/stage.ts'
import { openTill, type Payment, type Till } from './payments.ts'
import { type PayoutSeams, type Process, startProcess } from './process.ts'
import { type PayoutNetwork, payoutNetwork, playedApproval } from './scripted-provider.ts'
import type { Seen } from './see.ts'

/** Everything of one seed. */
export type Stage = StageOf<'a' | 'b', Process, PayoutNetwork> & {
  shops: Shop[]
  /** The last of them owns the last shop. */
  admins: string[]
  /** What came in and went out besides withdrawals, by book. */
  given: Map<string, bigint>
  /** What has arrived, in its order, and who takes it. */
  payments: Payment[]
  till: Till
  /** As the database was after the last step, by label. */
  seen: Map<string, Seen>
  submitted: number
  events: number
  /** How far the onlooker has seen: the transaction that comes next. */
  nextTransaction: bigint
}

export async function setStage(
  seed: string,
  databaseOf: (name: string) => Database,
  seams: PayoutSeams,
): Promise<Stage> {
  const ground = layGround('payouts', seed, databaseOf('onlooker'))
  const { world, clock, work } = ground
  const { shops, admins } = await world.sql.begin(async (tx) => {
    const opened = await openShops(tx, world, ['one@malipo.test', 'two@malipo.test', 'three@malipo.test'])
    const [first = ''] = opened.admins
    // A charge that is dearer than the fee, and absorbed; the others have the standard rule.
    await setRule(tx, world, { adminId: first }, opened.shops[1]?.id ?? '', 'MOBILE_MONEY', {
      label: 'Absorbed',
      percentage: '0.5',
      flat_fee: '0.10',
      processor_charge: '3.00',
      processor_fee_pass_through: false,
    })
    // The first shop has its fees back with what it gives back, the second pays for that.
    await setRule(tx, world, { adminId: first }, opened.shops[0]?.id ?? '', 'COLLECTION', {
      label: 'Returned',
      percentage: '2.5',
      flat_fee: '1.00',
      processor_charge: '0.00',
      processor_fee_pass_through: false,
      refund_returns_fee: true,
    })
    await setRule(tx, world, { adminId: first }, opened.shops[1]?.id ?? '', 'REFUND', {
      label: 'Charged',
      percentage: '1',
      flat_fee: '0.50',
      processor_charge: '0.25',
      processor_fee_pass_through: true,
    })
    return opened
  })
  const seen = new Map<string, Seen>()
  const network = payoutNetwork({
    seed,
    clock,
    // Every third seed has a provider that takes a repeat for another payout.
    knowsRepeats: Number(seed) % 3 !== 0,
    // Every other seed has one that returns its own payments.
    returnsItself: Number(seed) % 2 === 0,
    labelOf: (reference) => labelOf(seen, reference),
    note: (line) => void ground.lines.push(line),
  })
  const birth = (name: 'a' | 'b') =>
    startProcess({ name, world: ground.worldOf(databaseOf(name)), work, network, seams })
  return Object.assign(openStage(ground, network, ['a', 'b'], birth), {
    shops,
    admins,
    given: new Map(),
    payments: [],
    till: openTill(world, tillRegistry(network, world)),
    seen,
    submitted: 0,
    events: 0,
    nextTransaction: 0n,
  })
}

function tillRegistry(network: PayoutNetwork, { clock }: World) {
  const living = { isDead: () => false }
  const [live, sandbox] = [network.providerFor('live', living), network.providerFor('sandbox', living)]
  return registryOf({ live, sandbox }, { sandbox: playedApproval }, clock)
}

function labelOf(seen: Map<string, Seen>, reference: string): string {
  for (const [label, { provider_reference: ours }] of seen) if (ours === reference) return label
  return 'one that nobody has seen'
}
