import type { Database } from '../../../src/database/database.ts'

type Operation = 'insert' | 'update' | 'delete'

/** What is watched of each table, and the only ways in which the service may change it. */
const watched = {
  collections: {
    on: ['insert', 'update', 'delete'],
    columns:
      'id, merchant_id, environment, method, status, amount, currency, provider, provider_reference, description, moves, due_at, lease, attempts, qr_expires_at, qr_payload, page_token, page_ends_at, ends_at',
  },
  collection_history: {
    on: ['insert', 'delete'],
    columns: 'collection_id, seq, from_status, to_status, source, at',
  },
  collection_tries: {
    on: ['insert', 'update', 'delete'],
    columns: 'id, collection_id, number, provider_reference, state',
  },
  collection_counts: {
    on: ['insert', 'update', 'delete'],
    columns: 'merchant_id, environment, method, status, change',
  },
  events: {
    on: ['insert', 'delete'],
    columns: "resource_id, sequence, type, merchant_id, environment, body::json->'data'->>'status' as told",
  },
  ledger_accounts: {
    on: ['insert', 'update', 'delete'],
    columns: 'id, merchant_id, environment, currency, kind, provider, balance, entries, transactions',
  },
  ledger_transactions: {
    on: ['insert'],
    columns:
      'id, merchant_id, environment, currency, seq, type, direction, amount, balance_after, cause, collection_id',
  },
  ledger_entries: {
    on: ['insert'],
    columns: 'transaction_id, leg, account_id, amount, seq, balance_after',
  },
  discrepancies: {
    on: ['insert', 'update', 'delete'],
    columns: 'id, collection_id, kind, theirs, status, action',
  },
  idempotency_keys: { on: ['insert', 'delete'], columns: 'scope, environment, key, resource_id' },
  audit_log: { on: ['insert'], columns: 'action, subject_id' },
} as const satisfies Record<string, { on: readonly Operation[]; columns: string }>

export type WatchedTable = keyof typeof watched
export type Change = { n: bigint; told_of: WatchedTable; gone: boolean; row: Record<string, unknown> }

/** A row that is replaced is told as it is after; one that is deleted, as it was before. */
export async function watchTables(sql: Database): Promise<void> {
  const statements = Object.entries(watched).flatMap(([table, { on, columns }]) =>
    on.map((operation) => watching(table, operation, columns)),
  )
  await sql.unsafe(`
    create unlogged table simulation_changes
      (n bigint generated always as identity primary key, told_of text, gone boolean, row json);
    ${statements.join(';')}`)
}

function watching(table: string, operation: Operation, columns: string): string {
  const gone = operation === 'delete'
  const name = `simulation_${operation}_${table}`
  return `
    create function ${name}() returns trigger language plpgsql as $$
    begin
      insert into simulation_changes (told_of, gone, row)
      select '${table}', ${gone}, to_json(t) from (select ${columns} from changed) t;
      return null;
    end $$;
    create trigger ${name} after ${operation} on ${table}
      referencing ${gone ? 'old' : 'new'} table as changed for each statement execute function ${name}()`
}

/** All that was committed since the last look. Nobody is writing when this is asked, so that none is missed. */
export async function readChanges(sql: Database, after: bigint): Promise<Change[]> {
  const rows = await sql<Change[]>`
    select n, told_of, gone, row from simulation_changes where n > ${after} order by n`
  return [...rows]
}
