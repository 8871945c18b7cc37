import type { Environment } from '@malipo/contract'
import type { World } from '../../../world/world.ts'
import type { FailureReason } from '../../provider.ts'
import type { Payment } from '../payment.ts'
import { mishaps } from '../payment.ts'
import { type Handset, promptMs, type Reach, slowMs, withinReach } from './handset.ts'
import type { MessageKind } from './tell-handsets.ts'

export type ShownPrompt = Pick<
  Payment,
  'reference' | 'environment' | 'merchant_id' | 'merchant_name' | 'amount' | 'currency' | 'created_at'
> & { phone: string; wrong_pins: number; ends_at: Date }

export type ShownCode = Omit<ShownPrompt, 'phone' | 'ends_at'> & { expires_at: Date | null }

export type HandsetMessage = {
  id: string
  environment: Environment
  phone: string
  kind: MessageKind
  reason: FailureReason | null
  reference: string
  amount: bigint
  currency: string
  party: string
  balance: bigint
  created_at: Date
}

/** A fault of the switchboard that somebody has set, and whose it is. */
export type SetFault = { merchant: string; kind: string; share: number }

export type HandsetView = {
  prompts: ShownPrompt[]
  codes: ShownCode[]
  messages: HandsetMessage[]
  faults: SetFault[]
}

const most = { prompts: 30, codes: 12, messages: 30, faults: 12 }

/** What phones show now: prompts that have reached them, codes that can be scanned, and what they were told. */
export async function lookAtHandsets(
  world: Pick<World, 'sql' | 'clock'>,
  reach: Reach,
  handsets: Handset[],
): Promise<HandsetView> {
  // One after another: pages that stay open for hours take one connection at a time.
  return {
    prompts: await findPrompts(world, reach, handsets),
    codes: await findCodes(world, reach),
    messages: await findMessages(world, reach, handsets),
    faults: await findFaults(world, reach),
  }
}

async function findPrompts({ sql, clock }: Pick<World, 'sql' | 'clock'>, reach: Reach, handsets: Handset[]) {
  const now = clock.now()
  const found = await sql<(Omit<ShownPrompt, 'ends_at'> & { due_at: Date | null })[]>`
    select reference, environment, merchant_id, merchant_name, amount, currency, phone, wrong_pins, created_at, due_at
    from network_payments
    where state = 'waiting' and method <> 'DYNAMIC_QR' and phone = any(${handsets.map(({ phone }) => phone)}::text[])
      and (expires_at is null or expires_at > ${now}) and ${withinReach(sql, reach)}
    order by id limit ${most.prompts}`
  const byPhone = new Map(handsets.map((handset) => [handset.phone, handset]))
  return found
    .filter(({ phone, created_at: at }) => hasReached(byPhone.get(phone), at, now))
    .map(({ due_at: end, ...prompt }): ShownPrompt => {
      return { ...prompt, ends_at: end ?? new Date(prompt.created_at.getTime() + promptMs) }
    })
}

/** Whether a prompt of that time is on the screen: there was signal when it was sent, and it has had the time to come. */
export function hasReached(handset: Handset | undefined, at: Date, now: Date): boolean {
  if (!handset || handset.reachable_since === null || at < handset.reachable_since) return false
  return !handset.is_slow || now.getTime() - at.getTime() >= slowMs
}

async function findCodes({ sql, clock }: Pick<World, 'sql' | 'clock'>, reach: Reach): Promise<ShownCode[]> {
  return await sql<ShownCode[]>`
    select reference, environment, merchant_id, merchant_name, amount, currency, wrong_pins, created_at, expires_at
    from network_payments
    where state = 'waiting' and method = 'DYNAMIC_QR' and (expires_at is null or expires_at > ${clock.now()})
      and ${withinReach(sql, reach)}
    order by id desc limit ${most.codes}`
}

async function findMessages({ sql }: Pick<World, 'sql'>, reach: Reach, handsets: Handset[]) {
  return await sql<HandsetMessage[]>`
    select id, environment, phone, kind, reason, reference, amount, currency, party, balance, created_at
    from network_messages
    where phone = any(${handsets.map(({ phone }) => phone)}::text[]) and ${withinReach(sql, reach)}
    order by id desc limit ${most.messages}`
}

/** Nobody should look for a fault that they set themselves. */
async function findFaults({ sql }: Pick<World, 'sql'>, reach: Reach): Promise<SetFault[]> {
  const rows = await sql<({ merchant: string } & Record<(typeof mishaps)[number], number>)[]>`
    select m.name as merchant, p.lost, p.late, p.twice, p.out_of_order, p.contradicting, p.badly_signed
    from sandbox_profiles p join merchants m on m.id = p.merchant_id
    where greatest(p.lost, p.late, p.twice, p.out_of_order, p.contradicting, p.badly_signed) > 0
      and ${reach === 'everything' ? sql`true` : sql`p.merchant_id = ${reach.sandboxOf}`}
    order by m.id limit ${most.faults}`
  return rows.flatMap((row) =>
    mishaps.flatMap((kind) => (row[kind] > 0 ? [{ merchant: row.merchant, kind, share: row[kind] }] : [])),
  )
}
