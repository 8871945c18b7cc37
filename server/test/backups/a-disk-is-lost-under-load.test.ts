import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { connectDatabase } from '../../src/database/database.ts'
import { socketUrl } from '../../src/database/database-url.ts'
import { socketFolderOf, socketPort } from '../../src/database/embedded/socket-folder.ts'
import { howMuch } from '../how-thorough.ts'
import { tellProof } from '../prove/tell-proof.ts'
import { freePort, type RunningService, runService } from '../run-service.ts'
import { request } from '../service.ts'
import { until } from '../test-clusters.ts'
import { type BackupStage, openBackupStage } from './backup-stage.ts'

let stage: BackupStage
let service: RunningService
before(async () => {
  stage = await openBackupStage()
  service = await runService({ port: await freePort(), environment: stage.environment })
})
after(async () => {
  service.child.kill('SIGKILL')
  await service.exit
  await stage.close()
})

const payments = howMuch({ test: 60, proveShort: 200, prove: 2_000 })

/** Seen from outside: nobody who would start the server again when it is gone. */
const fromOutside = () => ({
  url: (database: string) =>
    socketUrl({
      folder: socketFolderOf(stage.place('data')),
      port: socketPort,
      user: 'postgres',
      database,
    }),
})

test(`${payments} payments and more while a backup is taken; then service, database, follower and disk are lost at once`, async (context) => {
  const follower = await stage.follow()
  const acknowledged: string[] = []
  let isOver = false
  async function customer(): Promise<void> {
    while (!isOver) {
      const answer = await request(`${service.url}/v1/collections/wallet-push`, {
        key: stage.key,
        headers: { 'idempotency-key': randomUUID() },
        body: { merchant_id: stage.merchantId, amount: 1_000, phone: '255700000001', reference: 'order' },
      }).catch(() => null)
      if (answer !== null && answer.status < 300) acknowledged.push(String(answer.body.data.collection_id))
    }
  }
  const customers = Array.from({ length: 4 }, customer)
  await until(() => acknowledged.length > payments / 4)
  const beforeBackup = acknowledged.length
  await stage.operate('backup')
  const whileCopied = acknowledged.length - beforeBackup
  assert.ok(whileCopied > 0, 'nobody paid while it was copied')
  await until(() => acknowledged.length > payments)
  const owed = [...acknowledged]
  await stage.untilArchived(fromOutside())
  const pidFile = join(stage.place('data'), 'postgres', 'postmaster.pid')
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  for (const child of [follower.child, service.child]) child.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  isOver = true
  await Promise.all([...customers, follower.exit, service.exit])
  await rm(stage.place('data'), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })

  const into = stage.place('restored')
  const restored = await stage.run(['restore', '--into', into])
  assert.equal(restored.code, 0, restored.output)
  const books = await stage.run(['check-books'], { DATA_DIR: into })
  assert.equal(books.code, 0, books.output)
  const sql = connectDatabase({
    url: (await stage.server(into)).url('malipo'),
    poolSize: 1,
    applicationName: 'test',
  })
  const rows = await sql<{ id: string }[]>`select id from collections`.finally(() => sql.end())
  const there = new Set(rows.map(({ id }) => id))
  assert.deepEqual(
    owed.filter((id) => !there.has(id)),
    [],
  )
  const late = acknowledged.slice(owed.length)
  const lost = late.filter((id) => !there.has(id)).length
  tellProof(
    context,
    `${owed.length} acknowledged before the end of the archive, none lost; ${whileCopied} of them during the copy; ${lost} of ${late.length} after it`,
  )
})
