import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Environment } from '@malipo/contract'
import type { Database } from '../database/database.ts'
import type { World } from '../world/world.ts'
import { end } from './carry-out-requests.ts'
import { lineChain } from './chain-lines.ts'
import { type DataExportRow, exportColumns } from './export-row.ts'
import { personOf } from './find-person.ts'
import { type PrivacyRequestRow, requestColumns } from './privacy-request-row.ts'
import { type ExportedRecord, recordsOfMerchant, recordsOfPerson } from './records.ts'

/** Longer than any piece takes between two extensions; whoever died is followed by somebody else, who begins anew. */
const leaseMs = 60_000
const waitMs = 60_000
/** A piece as it is packed, sent and held in memory. */
const pieceBytes = 512 * 1024
/** How long a file is there. */
const livesForMs = 24 * 3_600_000

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Somebody else has taken it over, or we are to stop. */
class LetGo extends Error {
  override name = 'LetGo'
}

type Running = { stopping?: AbortSignal; onError?(error: unknown): void }

/** Writes whatever is due, one after the other. Returns how many there were. */
export async function prepareExports(world: World, { stopping, onError }: Running = {}): Promise<number> {
  for (let done = 0; ; done += 1) {
    const wanted = stopping?.aborted ? undefined : await claim(world)
    if (wanted === undefined) return done
    try {
      await prepare(world, wanted, stopping)
    } catch (error) {
      const isLetGo = error instanceof LetGo
      if (!isLetGo) onError?.(error)
      await putOff(world, wanted, isLetGo ? 0 : waitMs)
    }
  }
}

async function claim({ sql, clock }: World): Promise<DataExportRow | undefined> {
  const now = clock.now()
  const [claimed] = await sql<DataExportRow[]>`
    update data_exports set due_at = ${new Date(now.getTime() + leaseMs)}, lease = lease + 1
    where id = (select id from data_exports where due_at <= ${now} order by due_at limit 1 for update skip locked)
    returning ${exportColumns(sql)}`
  return claimed
}

type Counts = Record<ExportedRecord['kind'], number>

async function prepare(world: World, wanted: DataExportRow, stopping?: AbortSignal): Promise<void> {
  const { sql, clock } = world
  await sql`delete from data_export_parts where export_id = ${wanted.id}`
  const chain = lineChain()
  const counts: Partial<Counts> = {}
  const { merchant_id, environment } = wanted
  let piece = chain.add('export', { merchant_id, environment, made_at: clock.now().toISOString(), format: 1 })
  let number = 0
  const write = async () => {
    if (stopping?.aborted) throw new LetGo('The service stops.')
    number += 1
    await keepPiece(world, wanted, number, await pack(piece))
    world.crashPoint?.('export.written')
    piece = ''
  }
  for await (const records of await recordsFor(sql, wanted)) {
    for (const { kind, data } of records) {
      piece += chain.add(kind, data)
      counts[kind] = (counts[kind] ?? 0) + 1
    }
    if (piece.length >= pieceBytes) await write()
  }
  piece += chain.add('end', { records: chain.count() - 1 })
  await write()
  await makeReady(world, wanted, chain.end(), counts)
}

async function recordsFor(sql: Database, wanted: DataExportRow) {
  const owner: { merchantId: string; environment: Environment } = {
    merchantId: wanted.merchant_id,
    environment: wanted.environment,
  }
  if (wanted.privacy_request_id === null) return recordsOfMerchant(sql, owner)
  const [request] = await sql<PrivacyRequestRow[]>`
    select ${requestColumns(sql)} from privacy_requests where id = ${wanted.privacy_request_id}`
  if (!request) throw new Error('The request of this file is gone.')
  return recordsOfPerson(sql, await personOf(sql, request))
}

/** Only the holder of the lease goes on. */
async function keepPiece(
  world: World,
  { id, lease, merchant_id: merchantId }: DataExportRow,
  number: number,
  bytes: Buffer,
) {
  await world.sql.begin(async (tx) => {
    const { count } = await tx`
      update data_exports set due_at = ${new Date(world.clock.now().getTime() + leaseMs)}
      where id = ${id} and lease = ${lease} and status = 'PREPARING'`
    if (count === 0) throw new LetGo('Somebody else works on it.')
    await tx`
      insert into data_export_parts (merchant_id, export_id, number, bytes)
      values (${merchantId}, ${id}, ${number}, ${bytes})`
  })
}

async function makeReady(
  world: World,
  { id, lease, privacy_request_id: requestId }: DataExportRow,
  { lines, bytes, sha256 }: { lines: number; bytes: number; sha256: string },
  counts: Partial<Counts>,
): Promise<void> {
  await world.sql.begin(async (tx) => {
    const now = world.clock.now()
    const { count } = await tx`
      update data_exports set status = 'READY', due_at = null, ready_at = ${now}, ends_at = ${new Date(now.getTime() + livesForMs)},
        lines = ${lines}, bytes = ${bytes}, sha256 = ${sha256}
      where id = ${id} and lease = ${lease} and status = 'PREPARING'`
    if (count === 0) throw new LetGo('Somebody else works on it.')
    if (requestId === null) return
    const [request] = await tx<PrivacyRequestRow[]>`
      update privacy_requests set customers = ${counts.customer ?? 0}, collections = ${counts.collection ?? 0},
        payouts = ${(counts.payout ?? 0) + (counts.refund ?? 0)}, invoices = ${counts.invoice ?? 0}
      where id = ${requestId} and status = 'OPEN' returning ${requestColumns(tx)}`
    if (request) await end(tx, world, request, 'DONE')
  })
}

async function putOff({ sql, clock }: World, { id, lease }: DataExportRow, ms: number): Promise<void> {
  await sql`
    update data_exports set due_at = ${new Date(clock.now().getTime() + ms)}
    where id = ${id} and lease = ${lease} and status = 'PREPARING'`
}

/** The pieces of a file as they are sent: one of them in memory at a time. */
export async function* textsOf(sql: Database, id: string): AsyncGenerator<string> {
  for (let number = 1; ; number += 1) {
    const [part] = await sql<{ bytes: Buffer }[]>`
      select bytes from data_export_parts where export_id = ${id} and number = ${number}`
    if (!part) return
    yield (await unpack(part.bytes)).toString('utf8')
  }
}

/** What a file says of itself and its pieces go together. */
export async function endExports({ sql, clock }: World): Promise<void> {
  await sql`
    with over as (
      update data_exports set status = 'EXPIRED' where status = 'READY' and ends_at <= ${clock.now()} returning id)
    delete from data_export_parts p using over where p.export_id = over.id`
}
