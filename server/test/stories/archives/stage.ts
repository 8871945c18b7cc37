import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveCommands } from '../../../src/archives/archives.ts'
import { findPart, histories, listParts, type Part } from '../../../src/archives/histories.ts'
import type { PartTold } from '../../../src/archives/tell-parts.ts'
import { readConfig } from '../../../src/config.ts'
import { keepForEver } from '../../../src/database/database.ts'
import type { Installation } from '../../../src/installation.ts'
import type { Options, Result } from '../../../src/operator/operator.ts'
import { temporaryFolder } from '../../run-service.ts'
import { workOnce } from '../money/own-provider.ts'
import { openRefundStage } from '../refunds/stage.ts'

const dayMs = 24 * 3_600_000
const reversal = { kind: 'reversed', providerStatus: 'REVERSED' } as const

/**
 * Payments and a payout that ended three years ago, a payment of two years ago that never did, and a folder. Histories have a part for
 * each of both times, one for the time since, and one for what is to come.
 */
export async function openArchiveStage() {
  const stage = await openRefundStage()
  const { service, clock, provider } = stage
  const { world } = service
  const folder = await temporaryFolder()
  const pass = async (days: number) => {
    clock.pass(days * dayMs)
    for (const history of histories) assert.equal(await keepForEver(world, history), true)
  }
  await world.sql`insert into installation (id, secret_probe, created_at) values (${world.newId()}, '', ${clock.now()})`
  const counter = await stage.openCounter(100_000_000n)
  await pass(0)
  const old = [await counter.paid(), await counter.paid(), await counter.paid()]
  const payout = await stage.sent(
    counter,
    { kind: 'succeeded', providerStatus: 'COMPLETED' },
    { collection_id: old[0]?.id },
  )
  await pass(300)
  const open = await counter.push({ amount: '1000.00' }, { key: counter.liveKey })
  await workOnce(service)
  await pass(1_000)
  const names = async (table: string) =>
    (await listParts(world)).flatMap(({ history, partition }) =>
      history.table === table ? partition.name : [],
    )
  const [oldest = '', second = ''] = await names('collection_history')
  const [payouts = ''] = await names('withdrawal_history')
  return {
    ...{ stage, service, world, counter, old, payout, openPayment: String(open.id) },
    parts: { oldest, second, payouts },
    folder: join(folder.path, 'archive'),
    damaged: join(folder.path, 'damaged'),
    files: () => readdir(join(folder.path, 'archive')).catch(() => []),
    part: (name: string): Promise<Part> => findPart(world, name),
    /** As the operator's command does it. */
    async command(name: string, options: Options = {}): Promise<Result> {
      const command = archiveCommands[name]
      assert.ok(command && 'run' in command)
      return await command.run({ world } as Installation, options, readConfig({}))
    },
    async list(): Promise<Record<string, PartTold>> {
      const { shown } = await this.command('archive list')
      return Object.fromEntries((shown.parts as PartTold[]).map((one) => [one.part, one]))
    },
    async takeBack(place: number): Promise<void> {
      const told = await provider.tell(service, old[place]?.reference, reversal)
      assert.equal(told.body.data.outcome, 'applied', JSON.stringify(told.body))
    },
    /** All that a table holds, in order. */
    rows: async (table: string) =>
      (await world.sql.unsafe(`select t::text as text from ${table} t order by 1`)).map(({ text }) => text),
    async away(): Promise<string[]> {
      const rows = await world.sql<{ archive: string }[]>`
        select archive from archived_parts where back_at is null order by archive`
      return rows.map(({ archive }) => archive)
    },
    async close(): Promise<void> {
      await stage.close().finally(() => folder.remove())
    },
  }
}
