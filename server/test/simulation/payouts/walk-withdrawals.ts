import { collectionMethods, type Environment, withdrawalMethods } from '@malipo/contract'
import { recordTopUp, reverseTopUp } from '../../../src/float-top-ups/record-top-up.ts'
import { makeAdmin, makeMerchant } from '../../../src/operator/operator.ts'
import { setRule } from '../../../src/pricing/pricing.ts'
import type { PayOutOutcome, Provider, Rehearsal } from '../../../src/providers/providers.ts'
import { cancelWithdrawal } from '../../../src/withdrawals/cancel-withdrawals.ts'
import {
  answerRequest,
  approvalDelayOf,
  requestWithdrawal,
} from '../../../src/withdrawals/request-withdrawals.ts'
import {
  chaseWithdrawals,
  decideWithdrawal,
  resolveWithdrawals,
  withdrawalResolver,
} from '../../../src/withdrawals/withdrawals.ts'
import type { World } from '../../../src/world/world.ts'
import { registryOf } from '../../registry-of.ts'
import { actorOf } from '../kernel/actor-of.ts'
import { decisions } from './decisions.ts'

type Said = 'paid' | 'failed' | 'reversed' | 'unknown' | 'blocked' | 'pending'
type Way = (
  | 'approve'
  | 'reject'
  | 'ask'
  | 'answer'
  | 'cancel'
  | 'retry'
  | 'resolve paid'
  | 'resolve failed'
  | Said
)[]

const words: Record<Said, PayOutOutcome> = {
  paid: { kind: 'succeeded', providerStatus: 'PAID' },
  failed: { kind: 'failed', providerStatus: 'FAILED', reason: 'declined', providerMessage: 'no' },
  reversed: { kind: 'reversed', providerStatus: 'REVERSED' },
  unknown: { kind: 'unknown', because: 'silence' },
  blocked: { kind: 'blocked', providerStatus: '403', providerMessage: 'who are you' },
  pending: { kind: 'pending', providerStatus: 'PENDING' },
}

/** Every state, and the ways that lead back and forth. The first word after an approval is the reply. */
const ways: Way[] = [
  [],
  ['ask'],
  ['ask', 'answer', 'approve', 'paid'],
  ['reject'],
  ['ask', 'reject'],
  ['cancel'],
  ['ask', 'cancel'],
  ['approve', 'pending'],
  ['approve', 'paid'],
  ['approve', 'failed'],
  ['approve', 'unknown'],
  ['approve', 'unknown', 'resolve failed'],
  ['approve', 'blocked'],
  ['approve', 'blocked', 'retry', 'paid'],
  ['approve', 'paid', 'reversed'],
  ['approve', 'paid', 'failed'],
  ['approve', 'failed', 'paid'],
  ['approve', 'failed', 'paid', 'resolve paid'],
  ['approve', 'failed', 'paid', 'resolve paid', 'reversed'],
]

/** Books with a withdrawal in every state and a float that they are paid from, made by the service's own doors. */
export async function walkWithdrawals(world: World): Promise<void> {
  const { adminId, merchantId } = await world.sql.begin(async (tx) => {
    const password = 'correct horse battery'
    const admin = await makeAdmin(tx, world, { email: 'admin@malipo.test', password })
    const wish = { name: 'Shop', email: 'owner@shop.test', password, isVerified: true }
    const made = await makeMerchant(tx, world, { ...wish, balance: 5_000_000n, sandboxBalance: 500_000n })
    // A charge that is dearer than the fee, and absorbed: the hardest case for the books.
    await setRule(tx, world, { adminId: admin.user_id }, made.merchant_id, 'MOBILE_MONEY', {
      label: 'Absorbed',
      percentage: '1.5',
      flat_fee: '1.00',
      processor_charge: '50.00',
      processor_fee_pass_through: false,
    })
    return { adminId: admin.user_id, merchantId: made.merchant_id }
  })
  for (const way of ways) await walk(world, adminId, merchantId, 'live', way)
  await walk(world, adminId, merchantId, 'sandbox', ['paid'])
  await topUp(world, adminId)
}

/** Once as it should be, and once by mistake. */
async function topUp(world: World, adminId: string): Promise<void> {
  const live = providerThat(() => words.unknown)
  const registry = registryOf({ live, sandbox: { ...live, name: 'played' } })
  const by = { adminId, hasSecondFactor: true, requestId: 'walk', environment: 'live' } as const
  await world.sql.begin(async (tx) => {
    const sent = { provider: live.name, amount: '25000.00', reference: 'FT-1', paid_on: '2026-11-01' }
    await recordTopUp(tx, world, registry, by, sent)
  })
  const wrong = { provider: live.name, amount: '9000.00', reference: 'FT-2', paid_on: '2026-11-01' }
  const { id } = await world.sql.begin((tx) => recordTopUp(tx, world, registry, by, wrong))
  await world.sql.begin((tx) => reverseTopUp(tx, world, by, id, 'It was never sent.'))
}

async function walk(world: World, adminId: string, merchantId: string, environment: Environment, way: Way) {
  let reply: PayOutOutcome = words.unknown
  const provider = providerThat(() => reply)
  const rehearsals = environment === 'sandbox' ? { [provider.name]: atOnce } : {}
  const registry = registryOf({ live: provider, sandbox: provider }, rehearsals)
  const actor = actorOf({ id: merchantId, name: 'Shop' }, environment, world.clock.now())
  const draft = {
    method: 'MOBILE_MONEY',
    amount: '1000.00',
    destinationCode: 'MPESA',
    destinationName: 'Asha',
    identifier: { field: 'destination_identifier', value: '0712345678' },
    bankName: undefined,
    bankAccountName: undefined,
  } as const
  const delayMs = await approvalDelayOf(registry, { provider: provider.name }, merchantId)
  const { id } = await world.sql.begin((tx) => requestWithdrawal(tx, world, registry, actor, draft, delayMs))
  const chase = () => chaseWithdrawals({ world, registry, resolvePayOut: withdrawalResolver(world) })
  let wasSent = false
  if (environment === 'sandbox') await chase()
  for (const [at, stop] of way.entries()) {
    if (stop === 'answer') {
      await world.sql.begin((tx) => answerRequest(tx, world, actor, id, { message: 'for rent' }, delayMs))
    } else if (stop === 'cancel') {
      await world.sql.begin((tx) => cancelWithdrawal(tx, world, actor, id, 'walk'))
    } else if (stop in decisions) {
      const by = { adminId, hasSecondFactor: true, requestId: 'walk', environment }
      const deciding = { world, approvalsNeeded: () => 1 }
      const decision = decisions[stop as keyof typeof decisions]
      await world.sql.begin((tx) => decideWithdrawal(tx, deciding, by, id, decision))
      if (stop === 'retry' || stop === 'approve') wasSent = false
    } else if (wasSent) {
      const word = words[stop as Said]
      const report = { withdrawalId: id, source: 'callback', word, eventId: `${id} ${at}` } as const
      await world.sql.begin((tx) => resolveWithdrawals(tx, world, [report]))
    } else {
      reply = words[stop as Said]
      await chase()
      wasSent = true
    }
  }
}

const atOnce: Rehearsal = {
  collect: async () => ({ kind: 'unknown', because: 'nobody asks for this here' }),
  approvalDelayMs: async () => 0,
  asksFirst: () => false,
  believePaid: async () => {},
  outlookOf: async () => new Map(),
}

function providerThat(reply: () => PayOutOutcome): Provider {
  const nothing = async () => ({ kind: 'unknown', because: 'nobody asks for this here' }) as const
  const amounts = { smallest: 1n, least: 1n, most: 1_000_000_000n }
  return {
    name: 'walked',
    can: {
      methods: collectionMethods,
      currencies: ['TZS'],
      amounts,
      refunds: { way: 'pay_out' },
      knowsRepeats: true,
      signsCallbacks: true,
      callbackBytes: 16_384,
      weScreen: true,
      payOuts: { methods: withdrawalMethods, currencies: ['TZS'], amounts },
    },
    collect: nothing,
    lookUp: nothing,
    payOut: async () => reply(),
    lookUpPayOut: async () => reply(),
    readCallback: () => null,
  }
}
