import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { batchSender } from '../../src/batches/batches.ts'
import { chaseCollections } from '../../src/collections/collections.ts'
import { connectDatabase, type EmbeddedCluster } from '../../src/database/database.ts'
import { openSelcomGateway } from '../../src/gateways/gateways.ts'
import { noticeRestore, type Provider } from '../../src/providers/providers.ts'
import { openSelcom } from '../../src/providers/selcom/selcom.ts'
import { prefixes, runReconciliations } from '../../src/reconciliation/reconciliation.ts'
import { chaseWithdrawals } from '../../src/withdrawals/withdrawals.ts'
import { selcomKeys, selcomSettings } from '../providers/selcom-defendant.ts'
import { type Service, startService, testSecret } from '../service.ts'
import { rowsTo } from '../stories/batches/stage.ts'
import { lookAgain } from '../stories/money/own-provider.ts'
import { dataOf, type Fields } from '../stories/money/shop.ts'
import { openDesk } from '../stories/payouts/desk.ts'
import { openTill } from '../stories/payouts/till.ts'
import { morningClock } from '../stories/reconciliation/market.ts'
import { ask } from '../test-clusters.ts'
import { openBackupStage } from './backup-stage.ts'

export type Found = { kind: string; reference: string; withdrawal_id: string | null; theirs: string }
type Told = { headers: Record<string, string>; body: string }

const settings = selcomSettings('https://selcom.test/v1')
const environment = {
  MALIPO_SECRET: testSecret,
  SELCOM_API_KEY: settings.apiKey,
  SELCOM_API_SECRET: selcomKeys.apiSecret,
  SELCOM_VENDOR: settings.vendor,
  SELCOM_FLOAT_ACCOUNT: settings.floatAccount,
  SELCOM_FLOAT_PIN: settings.floatPin,
  SELCOM_SENDER_NAME: settings.senderName,
  SELCOM_SENDER_PHONE: settings.senderPhone,
}

export type PastStage = Awaited<ReturnType<typeof openPastStage>>

/** A service on a cluster that is backed up and can be set back, and a provider whose book goes on whatever we do with ours. */
const withoutSelcom = Object.fromEntries(
  ['API_KEY', 'API_SECRET', 'VENDOR', 'FLOAT_ACCOUNT', 'FLOAT_PIN', 'SENDER_NAME', 'SENDER_PHONE'].map(
    (name) => [`SELCOM_${name}`, ''],
  ),
)

export async function openPastStage() {
  const clock = morningClock()
  const backups = await openBackupStage(environment)
  const cluster = await backups.server()
  const callbacks: Told[] = []
  const ordered: string[] = []
  const gateway = await openSelcomGateway(selcomKeys, {
    clock,
    chance: () => 0.5,
    async deliver({ headers, body }) {
      callbacks.push({ headers, body })
      await hear({ headers, body })
      return 200
    },
  })
  const hear = ({ headers, body }: Told) =>
    service.parts.callbacks.take('selcom', { headers, body: Buffer.from(body) })

  /** Each payout that was asked for over the wire, in both lives: one that is asked for twice may be paid twice. */
  function counted(provider: Provider): Provider {
    return {
      ...provider,
      payOut: (order, signal) => {
        ordered.push(order.reference)
        return provider.payOut(order, signal)
      },
    }
  }

  async function serveOn(server: EmbeddedCluster): Promise<Service> {
    const url = server.url('malipo', 'malipo')
    const sql = connectDatabase({ url, poolSize: 10, applicationName: 'test' })
    // As every start does, before anything is answered or sent.
    await noticeRestore(sql, clock)
    return await startService({
      clock,
      database: { url, adminUrl: server.url('postgres'), sql, drop: () => sql.end() },
      environment: { ROLE: 'api', LIVE_PROVIDER: 'selcom' },
      adapters: {
        selcom: ({ world }) => counted(openSelcom(selcomSettings(`${gateway.url}/v1`), world)),
      },
    })
  }

  let service = await serveOn(cluster)
  let place: Record<string, string> = {}
  /** Whoever answers at the moment. */
  const present = new Proxy({} as Service, { get: (_, name) => Reflect.get(service, name) })
  const till = await openTill(present, 100_000_000n)
  const desk = await openDesk(present)

  async function work(): Promise<void> {
    const { world, parts } = service
    const { registry, resolve } = parts
    const lookAtBatches = batchSender(world)
    await registry.renew()
    for (;;) {
      await lookAtBatches()
      const chased = await chaseCollections({ world, registry, resolve })
      const sent = await chaseWithdrawals(parts)
      await lookAgain(parts)
      if (chased + sent === 0) return
    }
  }

  return {
    backups,
    clock,
    till,
    desk,
    ordered,
    callbacks,
    service: present,
    work,
    /** What is to be sent is sent; then time passes there and here, whatever is told has arrived, and whoever has anything to do has done it. */
    async pass(ms: number): Promise<void> {
      await work()
      clock.pass(ms)
      gateway.advance()
      await gateway.post.settled()
      await work()
    },
    /** The provider tells once more what it has told before. */
    async tellAgain(reference: string): Promise<void> {
      const told = callbacks.filter(({ body }) => body.includes(reference))
      assert.ok(told.length > 0, `nothing was told of ${reference}`)
      for (const one of told) await hear(one)
    },
    push: async () => (await till.push({}, { key: till.liveKey })).id,
    async refund(collectionId: unknown): Promise<unknown> {
      const answer = await till.dashboard('/v1/refunds', 'live', {
        body: { collection_id: collectionId, reason: 'requested' },
        headers: { 'idempotency-key': randomUUID() },
      })
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      return answer.body.data.id
    },
    async batch(): Promise<unknown> {
      const answer = await till.dashboard('/v1/disbursement-batches', 'live', {
        body: { merchant_id: till.merchantId, name: 'Salaries', rows: rowsTo(2) },
        headers: { 'idempotency-key': randomUUID() },
      })
      assert.equal(answer.status, 202, JSON.stringify(answer.body))
      return answer.body.data.id
    },
    async approveBatch(id: unknown) {
      const { content_hash } = dataOf(await desk.call(`/v1/admin/disbursement-batches/${id}`))
      return await desk.call(`/v1/admin/disbursement-batches/${id}/approve`, 'live', {
        body: { content_hash },
      })
    },
    async statuses(ids: readonly unknown[]): Promise<unknown[]> {
      const rows = await service.world.sql<{ id: string; status: string }[]>`
        select id, status from collections union all select id, status from withdrawals
        union all select id, status from disbursement_batches`
      const known = new Map(rows.map(({ id, status }) => [id, status]))
      return ids.map((id) => known.get(String(id)) ?? 'unknown')
    },
    async rowsOf(batch: unknown): Promise<string[]> {
      const rows = await service.world.sql<{ id: string }[]>`
        select id from withdrawals where batch_id = ${String(batch)} order by batch_row`
      return rows.map(({ id }) => id)
    },
    now: async () => ((await ask(cluster, 'select clock_timestamp() as at'))[0]?.at as Date).toISOString(),
    /** The service is stopped, and stands again as it was. */
    async setBackTo(point: string): Promise<void> {
      await backups.untilArchived(cluster)
      await service.stop()
      place = { DATA_DIR: backups.place('restored') }
      const restored = await backups.run(['restore', '--into', String(place.DATA_DIR), '--to', point])
      assert.equal(restored.code, 0, restored.output)
      service = await serveOn(await backups.server(place.DATA_DIR))
    },
    /** The operator's command, where the service runs now. */
    operate: (words: string[]) => backups.run(words, place),
    /** By somebody whose shell lacks the settings of the service. */
    operateBlindly: (words: string[]) => backups.run(words, { ...place, ...withoutSelcom }),
    async reconcile(day: string, body: Fields = {}): Promise<Found[]> {
      const asked = await desk.call('/v1/admin/reconciliations', 'live', {
        body: { provider: 'selcom', day, ...body },
      })
      const { id } = dataOf(asked)
      await runReconciliations({ ...service.parts, prefixes })
      const run = dataOf(await desk.call(`/v1/admin/reconciliations/${id}`))
      assert.equal(run.status, 'done', String(run.problem))
      const path = `/v1/admin/reconciliations/${id}/findings?page_size=100`
      return dataOf(await desk.call(path)).items as Found[]
    },
    statement: async (day: string) => await (await fetch(`${gateway.url}/_statement?day=${day}`)).text(),
    async discrepancies(): Promise<Fields[]> {
      return dataOf(await desk.call('/v1/admin/discrepancies?status=open&page_size=100')).items as Fields[]
    },
    async close(): Promise<void> {
      await service.stop()
      await gateway.close()
      await backups.close()
    },
  }
}
