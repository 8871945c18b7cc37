import { type BodyOf, type NetworkDirection, networkDirections, type operations } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { type FieldProblem, invalid } from '../primitives/refusal.ts'
import type { Destination } from '../withdrawals/withdrawals.ts'
import type { World } from '../world/world.ts'

type Changes = BodyOf<typeof operations.adminPinNetwork>
type Said = { direction: NetworkDirection; change: Change | null }
type Change = { status: NonNullable<Changes['payouts']>['status']; note: string | null; endsAt: Date | null }

/** Longer than anybody tries something; whoever forgets it is not surprised for ever. */
const sandboxForMs = 86_400_000

/** What shall be said of each direction that is named; null takes back what was. */
export function readChanges(changes: Changes, { method }: Destination, now: Date): Said[] {
  const problems: FieldProblem[] = []
  const said = networkDirections.flatMap((direction): Said[] => {
    const wished = changes[direction]
    if (wished === undefined) return []
    if (direction === 'collections' && method === 'BANK_ACCOUNT')
      problems.push({ field: direction, problem: 'must be left out: no payments are collected there' })
    if (wished === null) return [{ direction, change: null }]
    const endsAt = typeof wished.until === 'string' ? new Date(wished.until) : null
    if (endsAt !== null && endsAt <= now)
      problems.push({ field: `${direction}.until`, problem: 'must be in the future' })
    return [{ direction, change: { status: wished.status, note: wished.note ?? null, endsAt } }]
  })
  if (problems.length > 0) throw invalid(...problems)
  return said
}

/** A Super Admin says what a network is, for all merchants, or takes that back. */
export async function pinNetwork(
  tx: Transaction,
  world: World,
  by: Decider,
  destination: Destination,
  changes: Changes,
): Promise<void> {
  const { destination_code: code } = destination
  const now = world.clock.now()
  const said = readChanges(changes, destination, now)
  // It is no merchant's; without a second factor nobody keeps payouts waiting all the same.
  await refuseOwnMoney(tx, world, by, { merchant_id: null, api_key_id: null, created_at: now })
  for (const { direction, change } of said) {
    if (change === null) {
      const taken = await tx`
        delete from network_pins where destination_code = ${code} and direction = ${direction}`
      if (taken.count === 0) continue
    } else {
      await tx`
        insert into network_pins (destination_code, direction, status, note, ends_at, pinned_by, pinned_at)
        values (${code}, ${direction}, ${change.status}, ${change.note}, ${change.endsAt}, ${by.adminId}, ${now})
        on conflict (destination_code, direction) do update
          set status = excluded.status, note = excluded.note, ends_at = excluded.ends_at,
            pinned_by = excluded.pinned_by, pinned_at = excluded.pinned_at`
    }
    record(tx, world, by, { code, direction, change })
  }
}

function record(
  tx: Transaction,
  world: World,
  by: Decider,
  { code, direction, change }: Said & { code: string },
): void {
  recordAudit(tx, world.vault, [
    {
      at: world.clock.now(),
      actor: { kind: 'super_admin', id: by.adminId },
      action: change === null ? 'network.unpinned' : 'network.pinned',
      // Subjects of the log have ids; a network has a code, which stands in the details.
      subject: { kind: 'network', id: world.newId() },
      merchantId: null,
      details: {
        ...{ destination_code: code, direction },
        ...(change && {
          ...{ status: change.status, note: change.note, until: change.endsAt?.toISOString() ?? null },
        }),
      },
      requestId: by.requestId,
    },
  ])
}

/** A merchant says what a network is in its sandbox, for a day at most unless it says until when. */
export async function changeSandboxNetwork(
  tx: Transaction,
  world: World,
  merchantId: string,
  destination: Destination,
  changes: Changes,
): Promise<void> {
  const { destination_code: code } = destination
  const now = world.clock.now()
  for (const { direction, change } of readChanges(changes, destination, now)) {
    if (change === null) {
      await tx`
        delete from sandbox_networks
        where merchant_id = ${merchantId} and destination_code = ${code} and direction = ${direction}`
      continue
    }
    const endsAt = change.endsAt ?? new Date(now.getTime() + sandboxForMs)
    await tx`
      insert into sandbox_networks (merchant_id, destination_code, direction, status, note, ends_at, changed_at)
      values (${merchantId}, ${code}, ${direction}, ${change.status}, ${change.note}, ${endsAt}, ${now})
      on conflict (merchant_id, destination_code, direction) do update
        set status = excluded.status, note = excluded.note, ends_at = excluded.ends_at, changed_at = excluded.changed_at`
  }
}
