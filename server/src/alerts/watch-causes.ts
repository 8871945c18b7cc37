import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { type Alert, alertOperators, keyOf } from './alert-operators.ts'
import { findCauses, type Patience, watchedKinds } from './find-causes.ts'
import { mailAlerts } from './mail-alerts.ts'

/** Whoever looks sooner after somebody else sees the same. */
const restMs = 20_000

type Watch = Patience & { world: World }

/** Looks for causes, tells of those that are new, ends what is over, and mails what is to be mailed. Of all processes one does. */
export async function watchCauses({ world, ...patience }: Watch): Promise<void> {
  const now = world.clock.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  await world.sql.begin(async (tx) => {
    const [mine] = await tx<{ mailed_at: Date }[]>`
      select greatest(mailed_at, '1970-01-01Z') as mailed_at from alert_watch
      where watched_at <= ${before(restMs)} for update skip locked`
    if (!mine) return
    const causes = await findCauses(tx, now, patience)
    await alertOperators(tx, world, causes)
    await endOthers(tx, now, causes)
    const mailedAt = (await mailAlerts(tx, world, mine.mailed_at)) ? now : mine.mailed_at
    await tx`update alert_watch set watched_at = ${now}, mailed_at = ${mailedAt}`
  })
}

async function endOthers(tx: Transaction, now: Date, causes: Alert[]): Promise<void> {
  await tx`
    update alerts set resolved_at = ${now}
    where resolved_at is null and kind = any(${[...watchedKinds]}::text[])
      and kind || ' ' || subject <> all(${causes.map(keyOf)}::text[])`
  // Documents are for whoever verifies: once that is done nobody has to look at them.
  await tx`
    update alerts a set resolved_at = ${now} from merchants m
    where a.resolved_at is null and a.kind = 'documents_uploaded' and m.id = a.merchant_id
      and m.verification_status = 'verified' and m.updated_at >= a.last_at`
}
