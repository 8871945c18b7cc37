import { setTimeout as sleep } from 'node:timers/promises'
import { openToldMerchants } from './events/told-merchants.ts'
import { openMerchants } from '../src/merchants/merchants.ts'
import { announce, startDelivering } from '../src/webhooks/webhooks.ts'
import { systemClock } from '../src/primitives/clock.ts'
import { idsFrom } from '../src/primitives/id.ts'

const which = process.argv[2]
const stage = await openToldMerchants()
const world = { ...stage.world, clock: systemClock, newId: idsFrom(systemClock) }
const { sql } = world
const many = Number(process.argv[3] ?? 1000)
const order = { name: 'Dead', ownerId: null, verificationStatus: 'verified' as const }
const opened: { id: string }[] = []
for (let n = 0; n < many; n += 500) opened.push(...(await sql.begin((tx) => openMerchants(tx, world, Array.from({ length: Math.min(500, many - n) }, () => order)))))
const ids = opened.map(({ id }) => id)
await sql`insert into webhook_endpoints (id, merchant_id, environment, url) select gen_random_uuid(), m, 'live', 'http://dead/' from unnest(${ids}::uuid[]) m`
await stage.configure('http://alive/')
const fine = { result: 'delivered', status: 200, error: null, responseBody: '', retryAfterMs: null, durationMs: 1 } as const
let hungCalls = 0
let aliveAt = 0
const send = async (letter: { url: string }) => {
  if (letter.url.includes('alive')) { aliveAt = performance.now(); return fine }
  hungCalls += 1
  await sleep(15_000)
  return { ...fine, result: 'timeout', status: null, durationMs: 15_000 } as const
}
const tell = (merchantId: string, n = 1) => sql.begin((tx) => announce(tx, world.newId, Array.from({ length: n }, () => { const id = world.newId(); return { merchantId, environment: 'live', type: 'collection.success', resourceId: id, sequence: 2, at: systemClock.now(), resource: { id } } as const })))
if (which === 'dead') {
  for (const id of ids) await tell(id, 5)
  const chore = startDelivering({ world, send, onSwitchedOff: async () => {}, observe() {}, report: console.error })
  await sleep(2_000)
  console.log('calls hanging', hungCalls)
  const from = performance.now()
  await tell(stage.merchantId)
  while (aliveAt === 0 && performance.now() - from < 40_000) await sleep(20)
  console.log('the healthy merchant waited', Math.round(aliveAt - from), 'ms')
  await chore.stop()
}
if (which === 'claimcost') {
  for (const id of ids) await tell(id, 1)
  await sql`update webhook_deliveries set due_at = due_at + interval '1 hour'`
  await sql`analyze webhook_deliveries`
  const { claimDeliveries } = await import('../src/webhooks/claim-deliveries.ts')
  for (let i = 0; i < 5; i++) { const t = performance.now(); await claimDeliveries(world, [], { most: 4000, roomOfOthers: 4 }); console.log('claim with', many, 'endpoints waiting for their retries:', (performance.now() - t).toFixed(1), 'ms') }
}
if (which === 'badsecret') {
  await sql`update merchants set webhook_secret_sealed = '\\x00' where id = ${ids[0]}`
  await tell(String(ids[0]))
  await tell(stage.merchantId)
  const from = performance.now()
  const chore = startDelivering({ world, send, onSwitchedOff: async () => {}, observe() {}, report: (e) => console.log('reported', String(e)) })
  while (aliveAt === 0 && performance.now() - from < 45_000) await sleep(20)
  console.log('the healthy merchant waited', aliveAt ? Math.round(aliveAt - from) : 'for ever (45 s)', 'ms')
  await chore.stop()
}
await stage.database.drop()
