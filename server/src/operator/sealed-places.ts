import type { Database, Transaction } from '../database/database.ts'
import { secretIdBytes, type Vault } from '../primitives/seal.ts'

/** Where something sealed is kept: its key, how it is read as bytes, and how other bytes are put in its place. */
export type SealedPlace = {
  name: string
  table: string
  /** The columns of the primary key with their types. */
  key: Record<string, string>
  sealed: string
  put(bytes: string): string
}

const column = (name: string, table: string, sealed: string, key: SealedPlace['key'] = { id: 'uuid' }) => ({
  name,
  table,
  key,
  sealed,
  put: (bytes: string) => `${sealed} = ${bytes}`,
})

const header = (name: string, table: string) => ({
  name,
  table,
  key: { id: 'uuid' },
  sealed: `decode(headers->>'authorization', 'base64')`,
  put: (bytes: string) =>
    `headers = jsonb_set(headers::jsonb, '{authorization}', to_jsonb(translate(encode(${bytes}, 'base64'), E'\\n', '')))::json`,
})

/** Everything that the installation's secret seals, but for second factors, which have a key of the sign-in library. */
export const sealedPlaces: SealedPlace[] = [
  column('webhook secrets', 'merchants', 'webhook_secret_sealed'),
  column('earlier webhook secrets', 'retired_webhook_secrets', 'secret_sealed'),
  column('secrets of added endpoints', 'added_webhook_endpoints', 'secret_sealed'),
  column('earlier secrets of added endpoints', 'retired_endpoint_secrets', 'secret_sealed'),
  column('earlier audit keys', 'retired_audit_keys', 'key_sealed', { last_seq: 'bigint' }),
  column('mails', 'mails', 'body_sealed'),
  column('text messages', 'text_messages', 'body_sealed'),
  column('kept replies', 'idempotency_keys', 'reply_sealed', {
    scope: 'uuid',
    environment: 'text',
    key: 'uuid',
  }),
  header('callbacks', 'provider_callbacks'),
  header('dead letters', 'dead_letters'),
]

/** Not sealed with the secret in use. A key that is being claimed has no reply yet, only an empty one. */
function isOld({ sealed }: SealedPlace, { secretId }: Vault): string {
  return `octet_length(${sealed}) > 0 and substring(${sealed} for ${secretIdBytes}) <> ${bytesOf(secretId)}`
}

export async function countOld(sql: Database, place: SealedPlace, vault: Vault): Promise<number> {
  const [row] = await sql.unsafe(
    `select count(*)::int as old from ${place.table} where ${isOld(place, vault)}`,
  )
  return Number(row?.old ?? 0)
}

export type Resealed = { resealed: number; closed: number; last: string[] | null }

/** Seals the next so many anew. What no secret of ours opens is left as it is, and told. */
export async function resealSome(
  tx: Transaction,
  place: SealedPlace,
  vault: Vault,
  { after, most }: { after: string[] | null; most: number },
): Promise<Resealed> {
  const names = Object.keys(place.key).join(', ')
  const texts = Object.keys(place.key).map((name) => `${name}::text`)
  const onward = after === null ? 'true' : `(${names}) > (${keyOf(place, after).join(', ')})`
  const rows = (await tx.unsafe(`
    select array[${texts.join(', ')}] as key, ${place.sealed} as sealed from ${place.table}
    where ${isOld(place, vault)} and ${onward} order by ${names} limit ${most} for update`)) as unknown as {
    key: string[]
    sealed: Buffer
  }[]
  let closed = 0
  for (const { key, sealed } of rows) {
    const text = opened(vault, sealed)
    if (text === null) closed += 1
    else await put(tx, place, key, vault.seal(text))
  }
  return { resealed: rows.length - closed, closed, last: rows.at(-1)?.key ?? null }
}

async function put(tx: Transaction, place: SealedPlace, key: string[], sealed: Buffer): Promise<void> {
  const names = Object.keys(place.key).join(', ')
  await tx.unsafe(
    `update ${place.table} set ${place.put(bytesOf(sealed))} where (${names}) = (${keyOf(place, key).join(', ')})`,
  )
}

/** Tables and columns cannot be parameters, so the statement is a text; what stands in it comes from the database itself. */
function keyOf(place: SealedPlace, key: string[]): string[] {
  return Object.values(place.key).map((type, at) => `'${(key[at] ?? '').replaceAll("'", "''")}'::${type}`)
}

function bytesOf(bytes: Buffer): string {
  return `'\\x${bytes.toString('hex')}'::bytea`
}

function opened(vault: Vault, sealed: Buffer): string | null {
  try {
    return vault.open(sealed)
  } catch {
    return null
  }
}
