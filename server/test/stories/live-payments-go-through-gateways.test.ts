import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayAt } from '../../src/primitives/instant.ts'
import { runService, startProcess } from '../run-service.ts'
import { type GatewaysStage, openGatewaysStage } from './money/gateways-stage.ts'
import { runSamples } from './parts/doc-samples.ts'

let stage: GatewaysStage
before(async () => {
  stage = await openGatewaysStage()
})
after(() => stage.close())

const push = (phone = '255754345678') =>
  stage.collect('wallet-push', { amount: 1500, phone, reference: `order-${phone}` })

/** What the payer sees of it. */
async function receiptOf(id: string): Promise<string> {
  const headers = { authorization: `Bearer ${stage.key}` }
  const read = await fetch(`http://localhost:${stage.port}/v1/collections/${id}`, { headers })
  const { data } = (await read.json()) as { data: { receipt_url: string } }
  return await (await fetch(`${data.receipt_url}?lang=en`)).text()
}

/** By dialect: the calls that push and pay out, and how each of their products is called. */
const dialects = [
  { name: 'selcom', pushes: 'wallet-payment', paysOut: 'walletcashin' },
  { name: 'clickpesa', pushes: 'push', paysOut: 'to_wallet' },
]

for (const { name, pushes, paysOut } of dialects) {
  test(`LIVE_PROVIDER=${name} and nothing else: pushes and payouts end as they should, faults or not`, async () => {
    const { output } = await stage.start(name)
    const at = `http://127.0.0.1:${stage.gatewayPort}/${name}`
    const said = `Live payments go to ${name} as it is played at ${at}, and no money moves; faults are switched at ${at}/_faults`
    assert.ok(output().includes(said), output())
    const paid = await push()
    await stage.untilEnded('collections', paid, 'successful')
    assert.match(await receiptOf(paid), /TEST\. No real money\./)
    await stage.untilEnded('collections', await push('255700000002'), 'failed', true)
    await stage.untilEnded('withdrawals', await stage.payOut(), 'SUCCESS')
    const faults: [fault: string, on: string][] = [
      ['error_after', pushes],
      ['truncated', pushes],
      ['ambiguous_after', paysOut],
      ['garbage', paysOut],
      ['callback_lost', '*'],
    ]
    for (const [fault, on] of faults) {
      await stage.gateway(`/${name}/_faults`, { fault, on, times: 1 })
      if (on === paysOut) await stage.untilEnded('withdrawals', await stage.payOut(), 'SUCCESS', true)
      else await stage.untilEnded('collections', await push(), 'successful', true)
    }
    await stage.gateway(`/${name}/_faults`, { fault: 'address_refused', on: paysOut, times: 1 })
    await stage.untilEnded('withdrawals', await stage.payOut(), 'BLOCKED_IP_WHITELIST')
  })

  test(`${name}: what was paid before kill -9 is known after it, and what waited for somebody is waiting still`, async () => {
    const phone = '255754000077'
    await stage.gateway(`/${name}/_handsets`, { phone })
    const waiting = await push(phone)
    const prompt = await stage.untilPrompted(name, phone)
    const before = await stage.entries(name)
    await stage.end('SIGKILL')
    await stage.start(name)
    assert.deepEqual(await stage.entries(name), before)
    assert.deepEqual(await stage.untilPrompted(name, phone), prompt)
    await stage.gateway(`/${name}/_prompts`, { reference: prompt.reference, end: 'paid' })
    await stage.untilEnded('collections', waiting, 'successful', true)
    if (name !== 'selcom') return await stage.end('SIGTERM')
    await followTheDocs()
    const scanned = await stage.collect('qr', { amount: 2500, reference: 'order-code' })
    const { codes } = (await stage.gateway('/selcom/_codes')) as { codes: { code: string }[] }
    assert.equal(codes.length, 1)
    await stage.gateway('/selcom/_scan', { code: String(codes[0]?.code), phone: '255754345678' })
    await stage.untilEnded('collections', scanned, 'successful')
    await endWhileExchangesWait()
  })
}

/** What went over the wire is written before a process ends, also what has waited for somebody who held the table. */
async function endWhileExchangesWait(): Promise<void> {
  const end = Promise.withResolvers<void>()
  const pushed = await stage.sql.begin(async (tx) => {
    await tx`lock table collection_exchanges in share mode`
    // The first is on its way to the table, and the second waits behind it.
    const ids = [await push('255700000002'), await push('255700000002')]
    await sleep(1_000)
    stage.end('SIGTERM').then(end.resolve, end.reject)
    await sleep(2_000)
    return ids
  })
  await end.promise
  const kept = await stage.sql`
    select from collection_exchanges e join collections c on c.provider_reference = e.reference
    where c.id = any(${pushed}::uuid[]) and e.call = 'collect'`
  assert.equal(kept.length, 4, 'an order and a push of each')
}

/** Whatever docs/gateways.md tells its reader to type works, in its order. */
async function followTheDocs(): Promise<void> {
  const known = {
    KEY: String(stage.key),
    MERCHANT: String(stage.merchantId),
    GATEWAY: `http://127.0.0.1:${stage.gatewayPort}/selcom`,
    COLLECTION: '',
    REFERENCE: '',
  }
  const seen = await runSamples(
    { url: `http://localhost:${stage.port}` },
    'gateways.md',
    known,
    async ({ sample, status, data }) => {
      if (!sample.includes('/ussd-push')) return {}
      assert.equal(status, 202, sample)
      const isHeld = sample.includes('255754000001')
      if (isHeld) await stage.untilPrompted('selcom', '255754000001')
      return { COLLECTION: String(data.id), ...(isHeld && { REFERENCE: String(data.provider_reference) }) }
    },
  )
  assert.deepEqual(
    seen.filter(({ status }) => status >= 300),
    [],
  )
  assert.ok(seen.length >= 14, String(seen.length))
}

test('the statements of both say what our books say, and the books hold', async () => {
  // Going back to the simulated network leaves nothing of theirs stranded.
  const { output } = await stage.start('simulated')
  assert.ok(output().includes('Live payments go to the simulated network, and no money moves.'), output())
  const phones = `http://localhost:${stage.port}/simulator`
  assert.ok(output().includes(`Phones that ring for payments are at ${phones} `), output())
  assert.equal((await fetch(phones)).status, 200)
  const days = `from=2026-01-01&to=${dayAt(new Date(Date.now() + 86_400_000))}`
  for (const { name } of dialects) {
    const theirs = (await stage.statement(name, days))
      .map((line) => line.split(','))
      .flatMap(([, reference, , kind, amount, , , state]) =>
        state === 'paid' ? [`${kind} ${reference} ${amount}`] : [],
      )
    const ours = await stage.sql<{ line: string }[]>`
      select 'collection ' || provider_reference || ' ' || (amount / 100.0)::numeric(20, 2) as line
      from collections where provider = ${name} and status = 'successful'
      union all select 'payout ' || provider_reference || ' ' || (amount / 100.0)::numeric(20, 2)
      from withdrawals where provider = ${name} and status = 'SUCCESS'`
    assert.deepEqual(theirs.sort(), ours.map(({ line }) => line).sort())
    assert.ok(theirs.length >= 7)
  }
  const { code, output: told } = await stage.checkBooks()
  assert.equal(code, 0, told)
  await stage.end('SIGTERM')
})

test('a port that somebody else has stops only a start whose live payments would go there', async () => {
  const stranger = createServer((_, response) => void response.end('It works!'))
  await new Promise<void>((resolve) => stranger.listen(stage.gatewayPort, '127.0.0.1', resolve))
  try {
    const { port, environment } = stage
    const refused = startProcess({
      environment: { ...environment, LIVE_PROVIDER: 'selcom', PORT: String(port) },
    })
    assert.equal((await refused.exit).code, 1)
    const line = `Malipo cannot start: LIVE_PROVIDER is selcom, which is played on port ${stage.gatewayPort}, and that is in use.`
    assert.ok(refused.output().includes(line), refused.output())
    const without = await runService({ port, environment })
    assert.ok(without.output().includes(`port ${stage.gatewayPort} is in use, so there are no gateways`))
    without.child.kill('SIGTERM')
    assert.equal((await without.exit).code, 0)
  } finally {
    await new Promise((resolve) => stranger.close(resolve))
  }
})
