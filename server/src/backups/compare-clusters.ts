import { connectDatabase, keepPartsInPlace, type Transaction } from '../database/database.ts'
import { type Known, knownTo } from './known-transactions.ts'
import { type Row, rowsInOrder, type Table, tablesOf } from './rows-in-order.ts'

/** How a table of the restored cluster stands beside the original, which has gone on meanwhile. */
export type TableComparison = {
  table: string
  restored: number
  /** In both, byte for byte. */
  same: number
  /** Written in the original after the point that was restored: nothing can be said of them. */
  changed_since: number
  new_since: number
  gone_since: number
  /** What the original had by then, and the restored cluster has not, or otherwise. */
  different: number
  first_different: string | null
}

export type AccountDifference = { account_id: string; original: string; restored: string }

export type Comparison = {
  tables: TableComparison[]
  accounts: { compared: number; different: AccountDifference[] }
}

const snapshot = 'isolation level repeatable read read only'

/**
 * Every row of both, in the order of their keys. A row of the original says which transaction wrote it, and the restored cluster knows
 * which transactions had been committed at its point: what one of those wrote must be there, the same in every byte. So nothing has to
 * stand still, and whatever has not changed since is compared exactly.
 */
export async function compareClusters(originalUrl: string, restoredUrl: string): Promise<Comparison> {
  const wishes = { poolSize: 1, applicationName: 'malipo backup drill', statementTimeoutMs: 0 }
  const original = connectDatabase({ url: originalUrl, ...wishes })
  const restored = connectDatabase({ url: restoredUrl, ...wishes })
  try {
    return await restored.begin(snapshot, (there) =>
      original.begin(snapshot, async (here) => {
        for (const tx of [here, there]) await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
        await keepPartsInPlace(here)
        return await compareAll(here, there)
      }),
    )
  } finally {
    await original.end()
    await restored.end()
  }
}

async function compareAll(here: Transaction, there: Transaction): Promise<Comparison> {
  const known = await knownTo(there)
  const sums: Sums = new Map()
  const names = new Map((await tablesOf(here)).map((table) => [table.name, table]))
  const away = names.has('archived_parts') ? await readAway(here) : []
  const tables: TableComparison[] = []
  for (const table of await tablesOf(there)) {
    const isStillThere = names.delete(table.name)
    tables.push(
      await compareTable({ table, here: isStillThere ? here : undefined, there, known, sums, away }),
    )
  }
  // A table that only the original has was made since, or holds what should have been restored.
  for (const table of names.values())
    tables.push(await compareTable({ table, here, there: undefined, known, sums, away }))
  const different = [...sums]
    .filter(([, { original, restored }]) => original !== restored)
    .map(([account_id, { original, restored }]) => ({
      account_id,
      original: String(original),
      restored: String(restored),
    }))
  return { tables, accounts: { compared: sums.size, different } }
}

type Sums = Map<string, { original: bigint; restored: bigint }>

type Side = {
  table: Table
  here: Transaction | undefined
  there: Transaction | undefined
  known: Known
  sums: Sums
  away: Away[]
}

/** What the original has put aside since: in a file, and no less there for that. Keys of its tables begin with the id. */
type Away = { table: string; from: string; to: string }

async function readAway(here: Transaction): Promise<Away[]> {
  return [
    ...(await here<Away[]>`
      select of_table as "table", '(' || coalesce(from_id::text, '') as "from", '(' || to_id as "to"
      from archived_parts where back_at is null`),
  ]
}

async function compareTable({ table, here, there, known, sums, away }: Side): Promise<TableComparison> {
  const told: TableComparison = {
    table: table.name,
    restored: 0,
    same: 0,
    changed_since: 0,
    new_since: 0,
    gone_since: 0,
    different: 0,
    first_different: null,
  }
  const differs = (row: Row | undefined) => {
    told.different += 1
    told.first_different ??= row?.key ?? null
  }
  const isAway = (row: Row | undefined) =>
    row !== undefined &&
    away.some((part) => part.table === table.name && row.key >= part.from && row.key < part.to)
  const add = (side: 'original' | 'restored', { account, amount }: Row) => {
    if (account === null || amount === null) return
    const sum = sums.get(account) ?? { original: 0n, restored: 0n }
    sum[side] += BigInt(amount)
    sums.set(account, sum)
  }
  for await (const [ours, copy] of inPairs(
    rowsInOrder(here, table, 'here'),
    rowsInOrder(there, table, 'there'),
  )) {
    if (copy !== undefined) {
      told.restored += 1
      add('restored', copy)
    }
    // Asked only where they differ: it is a question for each transaction.
    const isSame = ours !== undefined && ours.hash === copy?.hash && ours.xid === copy.xid
    const isOwed = ours !== undefined && (isSame || (await known.has(ours.xid)))
    if (isOwed) add('original', ours)
    if (isSame) told.same += 1
    else if (ours === undefined) {
      if (table.isForEver && !isAway(copy)) differs(copy)
      else told.gone_since += 1
    } else if (isOwed || (copy !== undefined && known.isLater(copy.xid))) differs(ours)
    else if (copy === undefined) told.new_since += 1
    else told.changed_since += 1
  }
  return told
}

async function* inPairs(
  ours: AsyncGenerator<Row>,
  copies: AsyncGenerator<Row>,
): AsyncGenerator<[Row | undefined, Row | undefined]> {
  let [one, other] = [await ours.next(), await copies.next()]
  while (!one.done || !other.done) {
    const order = one.done
      ? 1
      : other.done
        ? -1
        : Buffer.compare(Buffer.from(one.value.key), Buffer.from(other.value.key))
    yield [order <= 0 ? one.value : undefined, order >= 0 ? other.value : undefined]
    if (order <= 0) one = await ours.next()
    if (order >= 0) other = await copies.next()
  }
}
