import type { BodyOf, operations, ReplyOf } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import type { Decider } from '../auth/auth.ts'
import type { Transaction } from '../database/database.ts'
import { type RetentionRow, readRetention } from '../retention/retention.ts'
import type { World } from '../world/world.ts'

type Wish = BodyOf<typeof operations.adminChangeRetention>

/** The one subject that these settings have in the audit log. */
const subjectId = '00000000-0000-0000-0000-000000000000'

export async function changeRetention(
  tx: Transaction,
  world: World,
  by: Decider,
  wish: Wish,
): Promise<RetentionRow> {
  const now = world.clock.now()
  // Of two who change them at once, the second tells what the first chose.
  await tx`select pg_advisory_xact_lock(hashtext('retention'))`
  const { changed_by: _who, changed_at: _when, ...before } = await readRetention(tx)
  await tx`
    insert into retention (replies_days, requests_days, events_days, exchanges_days, sandbox_days, payments_days, changed_by,
      changed_at)
    values (${wish.replies_days}, ${wish.requests_days}, ${wish.events_days}, ${wish.exchanges_days}, ${wish.sandbox_days},
      ${wish.payments_days}, ${by.adminId}, ${now})
    on conflict (is_only) do update set replies_days = excluded.replies_days, requests_days = excluded.requests_days,
      events_days = excluded.events_days, exchanges_days = excluded.exchanges_days, sandbox_days = excluded.sandbox_days,
      payments_days = excluded.payments_days, changed_by = excluded.changed_by, changed_at = excluded.changed_at`
  await endSooner(tx, wish)
  recordAudit(tx, world.vault, [
    {
      at: now,
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'retention.changed',
      subject: { kind: 'retention', id: subjectId },
      merchantId: null,
      details: { before, after: { ...wish } },
      requestId: by.requestId,
    },
  ])
  return await readRetention(tx)
}

/** Whoever was told a day is erased on it at the latest: sooner where payments are, and later never. */
async function endSooner(
  tx: Transaction,
  { payments_days: live, sandbox_days: sandbox }: Wish,
): Promise<void> {
  await tx`
    update privacy_requests r set erases_on = s.day, due_at = s.day::timestamp at time zone 'Africa/Dar_es_Salaam'
    from (
      select id, (newest_at at time zone 'Africa/Dar_es_Salaam')::date + 1
        + case environment when 'sandbox' then ${sandbox}::int else ${live}::int end as day
      from privacy_requests where status = 'SCHEDULED' and due_at is not null) s
    where r.id = s.id and s.day < r.erases_on`
}

export function showRetention(row: RetentionRow): ReplyOf<typeof operations.adminReadRetention> {
  return { ...row, changed_at: row.changed_at?.toISOString() ?? null }
}
