import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fiscalStage } from '../../test/fiscal-stage.ts'
import type { Config } from '../config.ts'
import type { Installation } from '../installation.ts'
import type { World } from '../world/world.ts'
import type { Options } from './command.ts'
import { fiscalCommands } from './fiscal-commands.ts'

const { openShop, work } = fiscalStage()

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malipo-recover-'))
})
after(() => rm(folder, { recursive: true }))

/** What the command of an operator prints. */
async function run(world: World, name: string, options: Options): Promise<string> {
  const command = fiscalCommands[name]
  if (command === undefined || !('run' in command)) throw new Error(`${name} is no such command`)
  const { text, shown } = await command.run({ world } as Installation, options, {} as Config)
  assert.doesNotThrow(() => JSON.stringify(shown), 'it can be had as JSON')
  return text ?? ''
}

const head = 'number,at,amount,tax_code,tax,verification_code,verification_url,collection_id'

test('an operator sees whose receipts were forgotten, and writes them down from a file', async () => {
  const { world, authority, seller } = await openShop()
  assert.equal(await run(world, 'fiscal behind', {}), 'No count is behind that of the authority.')
  await seller.sells(100_00n, 200_00n)
  await work(world, authority)
  const { merchantId } = seller
  await world.sql`delete from fiscal_receipts where merchant_id = ${merchantId}`
  await world.sql`update fiscal_lanes set last_number = 0, last_day = null where merchant_id = ${merchantId}`
  await seller.sells(200_00n)
  await work(world, authority)
  assert.match(
    await run(world, 'fiscal behind', {}),
    new RegExp(`^${merchantId} sandbox Shop: 0 here, 2 there, since `),
  )
  const whose = { 'merchant-id': merchantId, environment: 'sandbox' }
  const waiting = await run(world, 'fiscal behind', whose)
  assert.match(waiting, /^[0-9a-f-]{36} QUEUED 200.00 paid /)

  const file = join(folder, 'receipts.csv')
  const recover = async (...lines: string[]) => {
    await writeFile(file, [head, ...lines].join('\n'))
    return await run(world, 'fiscal recover', { ...whose, file, note: 'as in the portal' })
  }
  const at = world.clock.now().toISOString()
  const line = (number: number, amount: string, collection: string) =>
    `${number},${at},${amount},EXEMPT,0.00,C${number},https://verify.example/C${number},${collection}`
  const wrong: [string, RegExp][] = [
    [line(1, '100.00', ''), /^Line 2: collection_id must be the id of its payment, or none\.$/],
    [line(0, '100.00', 'none'), /^Line 2: number must be/],
    [line(1, '0.00', 'none'), /^Line 2: amount must be/],
    [line(1, '100.00', 'none').replace('EXEMPT', 'FREE'), /^Line 2: tax_code must be one of STANDARD/],
    [line(1, '100.00', 'none').replace(at, 'yesterday'), /^Line 2: at must be a time with its zone/],
    [line(1, '100.00', 'none').replace('https://', ''), /^Line 2: verification_url must be/],
    [line(2, '100.00', 'none'), /^Number 2 stands where 1 should/],
    ['"', /cannot be read/],
  ]
  for (const [cells, why] of wrong) await assert.rejects(recover(cells), { message: why })
  await assert.rejects(
    run(world, 'fiscal recover', { ...whose, file: join(folder, 'none.csv'), note: 'n' }),
    /cannot be read: ENOENT/,
  )
  await assert.rejects(
    run(world, 'fiscal behind', { 'merchant-id': merchantId, environment: 'moon' }),
    /must be one of live, sandbox/,
  )
  const [ofPayment = ''] = waiting.split(' ')
  assert.equal(
    await recover(line(1, '100.00', 'none'), line(2, '200.00', ofPayment)),
    '2 receipts are known again, and the count goes on after 2; without a payment here: 1',
  )
  assert.equal(await run(world, 'fiscal behind', whose), 'Every payment has its receipt.')
})
