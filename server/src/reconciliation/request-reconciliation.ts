import type { BodyOf, Environment, operations } from '@malipo/contract'
import { recordAudit } from '../audit/audit.ts'
import { type Decider, refuseOwnMoney } from '../auth/auth.ts'
import type { Database, Transaction } from '../database/database.ts'
import { dayAt } from '../primitives/instant.ts'
import { invalid } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { listedBy } from './plan-nights.ts'
import { type Mapping, readStatement } from './read-statement.ts'
import { type About, type ReconciliationRow, reconciliationColumns } from './reconciliation-row.ts'
import { type Line, linesAtOnce, type Prefixes, stageLines } from './stage-lines.ts'
import { readMappings } from './statement-mappings.ts'

type Body = BodyOf<typeof operations.adminRequestReconciliation>

/** What is to be reconciled, read and found good: nothing is written before. */
export type Wish = Pick<ReconciliationRow, 'provider' | 'day' | 'source' | 'environment'> & {
  covers: readonly About[]
  lines: Line[]
}

type Parts = { world: World; registry: Registry; prefixes: Prefixes }

/** Refuses what cannot be reconciled, with what to do instead. A statement is read before any transaction is open. */
export async function readWish(
  { world, registry, prefixes }: Parts,
  environment: Environment,
  { provider: name, day, statement, ...reading }: Body,
): Promise<Wish> {
  const provider = registry.named(name)
  if (provider === null || registry.environmentOf({ provider: name }) !== environment) {
    const known = registry.names().filter((one) => registry.environmentOf({ provider: one }) === environment)
    throw invalid({ field: 'provider', problem: `must be one of ${known.join(', ')}` })
  }
  if (day >= dayAt(world.clock.now()))
    throw invalid({
      field: 'day',
      problem: 'must be a day that is over in Dar es Salaam: until then more may come',
    })
  const wish = { provider: name, day, environment }
  if (statement === undefined) {
    const astray = (['format', 'mapping'] as const).find((field) => reading[field] !== undefined)
    if (astray)
      throw invalid({ field: astray, problem: 'says how a statement is read; send the statement with it' })
    if (!provider.list)
      throw invalid({ field: 'statement', problem: `is required: ${name} has no list to ask for` })
    return { ...wish, source: 'list', covers: listedBy(provider), lines: [] }
  }
  const mapping = await mappingFor(world.sql, name, reading)
  const lines = readStatement(statement, mapping, day, prefixes)
  return { ...wish, source: 'statement', covers: mapping.covers ?? ['collection', 'disbursement'], lines }
}

async function mappingFor(
  sql: Database,
  provider: string,
  { format, mapping }: Pick<Body, 'format' | 'mapping'>,
): Promise<Mapping> {
  if (mapping !== undefined && format !== undefined)
    throw invalid({ field: 'format', problem: 'cannot be combined with mapping; send one of them' })
  if (mapping !== undefined) return mapping
  const known = await readMappings(sql)
  const found = known.find(({ name }) => name === (format ?? provider))
  if (found) return found.mapping
  const names = known.map(({ name }) => name).join(', ')
  throw invalid(
    format === undefined
      ? {
          field: 'mapping',
          problem: `is required: nobody has said how a statement of ${provider} is read. ${names} are known as format`,
        }
      : { field: 'format', problem: `must be one of ${names}` },
  )
}

/** Takes it in, lines and all; a worker does the rest. */
export async function requestReconciliation(
  tx: Transaction,
  { world, prefixes }: Parts,
  by: Decider,
  wish: Wish,
): Promise<ReconciliationRow> {
  const [id, at] = [world.newId(), world.clock.now()]
  await refuseOwnMoney(tx, world, by, { merchant_id: null, api_key_id: null, created_at: at })
  const { provider, day, source, environment, covers, lines } = wish
  const [row] = await tx<ReconciliationRow[]>`
    insert into reconciliations (id, environment, provider, day, source, covers, asked_by, status, due_at, lines, created_at)
    values (${id}, ${environment}, ${provider}, ${day}, ${source}, ${covers}, ${by.adminId}, 'waiting', ${at}, ${lines.length}, ${at})
    returning ${reconciliationColumns(tx)}`
  if (!row) throw new Error('The reconciliation was not written.')
  for (let from = 0; from < lines.length; from += linesAtOnce) {
    await stageLines(tx, { id, at, prefixes }, lines.slice(from, from + linesAtOnce))
  }
  recordAudit(tx, world.vault, [
    {
      at,
      actor: { kind: 'super_admin', id: by.adminId },
      action: 'reconciliation.requested',
      subject: { kind: 'reconciliation', id },
      merchantId: null,
      details: { environment, provider, day, source, covers, lines: lines.length },
      requestId: by.requestId,
    },
  ])
  return row
}
