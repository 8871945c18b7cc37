import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayAt } from '../../src/primitives/instant.ts'
import type { CrashPoint } from '../../src/world/world.ts'
import { deaths } from '../prove/deaths.ts'
import { assertDied } from '../run-service.ts'
import { type GatewaysStage, openGatewaysStage } from './money/gateways-stage.ts'

let stage: GatewaysStage
before(async () => {
  stage = await openGatewaysStage()
  const { sql } = stage
  await sql`
    insert into provider_routes (id, merchant_id, method, providers, changed_at, changed_by)
    values (gen_random_uuid(), null, null, ${['selcom', 'clickpesa']}, now(), gen_random_uuid())`
  await sql`update routing_version set version = version + 1`
})
after(() => stage.close())

/** A run is looked for every five seconds, and a busy machine takes its time. */
async function patiently(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 40_000
  while (!(await isSo())) {
    assert.ok(performance.now() < deadline, `still waiting for ${isSo}`)
    await sleep(100)
  }
}

const refuseOrders = () => stage.gateway('/selcom/_faults', { fault: 'address_refused', on: 'create-order' })

/** Which orders each of the two has of a phone, and how they stand. */
async function ordersOf(phone: string): Promise<Record<string, string[]>> {
  const [selcom, clickpesa] = await Promise.all(['selcom', 'clickpesa'].map((name) => stage.entries(name)))
  const statesOf = (entries: { party: string; state: string }[] = []) =>
    entries.filter(({ party }) => party === phone).map(({ state }) => state)
  return { selcom: statesOf(selcom), clickpesa: statesOf(clickpesa) }
}

const ends: Partial<Record<CrashPoint, { status: string; tries: string[]; clickpesa: string[] }>> = {
  // Nobody has written down that it was refused. Selcom does not know the order, and it is not sent there again, nor to anybody else.
  'collection.resolving': { status: 'processing', tries: ['selcom'], clickpesa: [] },
  'collection.resolved': { status: 'successful', tries: ['selcom', 'clickpesa'], clickpesa: ['paid'] },
  'collection.claimed': { status: 'successful', tries: ['selcom', 'clickpesa'], clickpesa: ['paid'] },
}

for (const [place, point] of deaths['the-service-dies-beside-gateways'].entries()) {
  test(`the service dies at ${point} between an order that was refused and the next: it is carried once at most`, async () => {
    const { sql } = stage
    const phone = `25575400010${place}`
    const wanted = ends[point] ?? assert.fail(`nobody says how it ends at ${point}`)
    const dying = await stage.start('selcom', point)
    await refuseOrders()
    const reference = `refused-${place}`
    // It may die before it can answer.
    await stage.call('/v1/collections/wallet-push', { amount: 1500, phone, reference }).catch(() => null)
    await assertDied(dying)
    await stage.start('selcom')
    const found = async () =>
      await sql<{ id: string; status: string; tries: string[]; credits: number; asked: number }[]>`
        select c.id, c.status, (select array_agg(provider order by number) from collection_tries where collection_id = c.id) as tries,
          (select count(*)::int from ledger_transactions where collection_id = c.id) as credits, c.attempts as asked
        from collections c where c.customer_phone = ${phone}`
    const [left, ...others] = await found()
    assert.ok(left && others.length === 0, 'one order is one collection')
    if (wanted.status === 'successful') await stage.untilEnded('collections', left.id, wanted.status, true)
    else
      await patiently(async () => {
        await stage.makeDue()
        return ((await found())[0]?.asked ?? 0) > left.asked + 1
      })
    const [end] = await found()
    assert.deepEqual([end?.status, end?.tries], [wanted.status, wanted.tries])
    assert.equal(end?.credits, wanted.clickpesa.length)
    assert.deepEqual(await ordersOf(phone), { selcom: [], clickpesa: wanted.clickpesa })
    await stage.end('SIGTERM')
  })
}

test('a service that is killed while it reconciles is followed by another, and each difference is told once', async () => {
  const { sql } = stage
  await stage.start('selcom')
  const paid = await stage.collect('qr', { amount: 2500, reference: 'to-be-compared' })
  const { codes } = (await stage.gateway('/selcom/_codes')) as { codes: { code: string }[] }
  await stage.gateway('/selcom/_scan', { code: String(codes[0]?.code), phone: '255754000200' })
  await stage.untilEnded('collections', paid, 'successful', true)
  const [row] = await sql<{ reference: string }[]>`
    select provider_reference as reference from collections where id = ${paid}`
  const statement = ['Ref,Amount', `${row?.reference},9999.00`, 'SOMEBODY-ELSE,100.00'].join('\n')
  // Whatever is compared is asked about, and whoever is asked does not answer.
  await stage.gateway('/selcom/_faults', { fault: 'silent_before', on: 'order-status' })
  const asked = await stage.decide('/v1/admin/reconciliations', {
    provider: 'selcom',
    day: dayAt(new Date(Date.now() - 86_400_000)),
    statement,
    mapping: { reference: 'Ref', amount: 'Amount', covers: ['collection'] },
  })
  assert.ok(asked.status < 300, JSON.stringify(asked.body))
  const id = String(asked.body.data.id)
  const run = async () =>
    (
      await sql<{ status: string; attempts: number; findings: string[] }[]>`
        select status, attempts, (select array_agg(kind order by kind) from reconciliation_findings
          where reconciliation_id = r.id and kind <> 'still_open') as findings
        from reconciliations r where id = ${id}`
    )[0]
  const told = () => sql<{ kind: string }[]>`select kind from discrepancies order by kind`
  await patiently(async () => (await run())?.attempts === 1)
  await stage.end('SIGKILL')
  assert.deepEqual([(await run())?.attempts, (await told()).length], [1, 0], 'it was in the middle of it')
  assert.notEqual((await run())?.status, 'done')
  await stage.start('selcom')
  // As if its lease of ten minutes had run out.
  await sql`update reconciliations set due_at = now() where id = ${id}`
  await patiently(async () => (await run())?.status === 'done')
  assert.deepEqual(await run(), {
    status: 'done',
    attempts: 2,
    findings: ['different_amount', 'missing_here'],
  })
  assert.deepEqual(
    (await told()).map(({ kind }) => kind),
    ['different_amount', 'unknown_reference'],
  )
  await stage.end('SIGTERM')
  const { code, output } = await stage.checkBooks()
  assert.equal(code, 0, output)
})
