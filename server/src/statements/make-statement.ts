import type { Environment, Statement } from '@malipo/contract'
import type { Static } from 'typebox'
import type { Transaction } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { type StatementRow, statementColumns } from './statement-row.ts'
import { tellByMail } from './tell-ready.ts'

export type StatementWish = {
  merchantId: string
  environment: Environment
  currency: string
  from: string
  to: string
  kind: Static<typeof Statement>['kind']
}

/** The statement of these days, made now if nobody has asked for it before. */
export async function makeStatement(
  tx: Transaction,
  world: World,
  wish: StatementWish,
): Promise<StatementRow> {
  const { merchantId, environment, currency, from, to, kind } = wish
  const now = world.clock.now()
  const [made] = await tx<StatementRow[]>`
    insert into statements (id, merchant_id, environment, currency, from_day, to_day, kind, status, due_at, created_at)
    values (${world.newId()}, ${merchantId}, ${environment}, ${currency}, ${from}, ${to}, ${kind}, 'PREPARING', ${now}, ${now})
    on conflict on constraint statements_are_made_once do nothing
    returning ${statementColumns(tx)}`
  return made ?? (await takeUp(tx, world, wish))
}

/** Whoever is mailed what comes by itself is also when somebody was quicker to ask for it. */
async function takeUp(tx: Transaction, world: World, wish: StatementWish): Promise<StatementRow> {
  const { merchantId, environment, currency, from, to, kind } = wish
  const [there] = await tx<StatementRow[]>`
    select ${statementColumns(tx)} from statements
    where merchant_id = ${merchantId} and environment = ${environment} and currency = ${currency} and from_day = ${from}
      and to_day = ${to}
    for update`
  if (!there) throw new Error('A statement is there and cannot be found.')
  if (kind === 'requested' || there.kind !== 'requested') return there
  if (there.status === 'READY') await tellByMail(tx, world, { ...there, kind })
  else await tx`update statements set kind = ${kind} where id = ${there.id}`
  return { ...there, kind }
}
