import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { byOperator } from '../operator/operator.ts'
import { dayAfter, dayAt } from '../primitives/instant.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { World } from '../world/world.ts'

type Restore = { mark: string; point: Date | null; noticed_at: Date }

/** A provider and a day of which its book has not been held against ours since the restore: of money in, or out. */
export type Unreconciled = { provider: string; day: string; about: 'collection' | 'disbursement' }

export type Release = { restores: string[]; unreconciled: Unreconciled[]; openDiscrepancies: number }

/** Lets payouts go that wait since the database was restored. Whoever does so before all is reconciled has to say so. */
export async function releaseRestore(
  world: World,
  wish: { providers: readonly string[]; note: string; isUnreconciled: boolean },
): Promise<Release> {
  return (await world.sql.begin(async (tx) => {
    const restores = await tx<Restore[]>`
      select mark, point, noticed_at from restores where released_at is null order by noticed_at for update`
    if (restores.length === 0) throw new StartRefused('No payout waits because of a restore.')
    if (restores.some(({ point }) => point === null) && !wish.isUnreconciled) throw unknownPoint()
    const unreconciled = await findUnreconciled(tx, restores, wish.providers)
    if (unreconciled.length > 0 && !wish.isUnreconciled) throw notYet(unreconciled)
    const now = world.clock.now()
    await tx`update restores set released_at = ${now}, note = ${wish.note} where released_at is null`
    const [installed] = await tx<{ id: string }[]>`select id from installation`
    if (!installed) throw new Error('The installation has lost its row.')
    recordAudit(tx, world.vault, [
      {
        at: now,
        ...byOperator,
        action: 'restore.released',
        subject: { kind: 'installation', id: installed.id },
        merchantId: null,
        details: {
          note: wish.note,
          points: restores.map(({ point }) => point?.toISOString() ?? null),
          unreconciled: unreconciled.map(tell),
        },
      },
    ])
    const [counted] = await tx<{ open: number }[]>`
      select count(*)::int as open from discrepancies where status = 'open' and environment = 'live'`
    return {
      restores: restores.map(({ mark }) => mark),
      unreconciled,
      openDiscrepancies: counted?.open ?? 0,
    }
  })) as Release
}

/** Every day since the point, as far as it may have been lived twice. */
async function findUnreconciled(
  tx: Transaction,
  restores: readonly Restore[],
  providers: readonly string[],
): Promise<Unreconciled[]> {
  const wanted = restores.flatMap(({ point, noticed_at: noticed }) => {
    // The clock of whoever noticed it may be behind that of the server.
    const first = point === null || point > noticed ? noticed : point
    return daysFrom(dayAt(first), dayAt(noticed)).flatMap((day) =>
      providers.flatMap((provider) =>
        (['collection', 'disbursement'] as const).map((about) => ({ provider, day, about, since: noticed })),
      ),
    )
  })
  const left: Unreconciled[] = []
  for (const { since, ...one } of wanted) {
    const [done] = await tx`
      select from reconciliations where environment = 'live' and provider = ${one.provider} and day = ${one.day}
        and ${one.about} = any(covers) and status = 'done' and created_at >= ${since} limit 1`
    if (done === undefined) left.push(one)
  }
  return left
}

function daysFrom(first: string, last: string): string[] {
  const days = [first]
  for (let day = first; day < last; ) {
    day = dayAfter(day)
    days.push(day)
  }
  return days
}

export function tell({ provider, day, about }: Unreconciled): string {
  return `${provider} ${day} ${about === 'collection' ? 'money in' : 'money out'}`
}

function unknownPoint(): StartRefused {
  return new StartRefused(
    'Nobody can tell how far this database was restored, and so which days must be reconciled. Whoever knows that they are adds --unreconciled (docs/backups.md).',
  )
}

/** A whole list would hide what to do. */
const mostTold = 20

function notYet(left: readonly Unreconciled[]): StartRefused {
  const told = left.slice(0, mostTold).map(tell).join('; ')
  const more = left.length > mostTold ? `; and ${left.length - mostTold} more` : ''
  return new StartRefused(
    `Not reconciled since the restore: ${told}${more}. POST /v1/admin/reconciliations with a list or a statement of each; a day can be when it is over. ` +
      'Whoever has compared them in another way adds --unreconciled (docs/backups.md).',
  )
}
