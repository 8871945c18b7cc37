import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkBooks } from '../../src/operator/operator.ts'
import { deaths } from '../prove/deaths.ts'
import { assertDied, type RunningService } from '../run-service.ts'
import { until } from '../test-clusters.ts'
import { hang, type OwnEndpoint, openEndpoint, type Reply, type Script } from './webhooks/own-endpoint.ts'
import { end, openWorkerStage, type WorkerStage } from './webhooks/worker-stage.ts'

let stage: WorkerStage
before(async () => {
  stage = await openWorkerStage()
})
after(() => stage.close())

async function listen(): Promise<OwnEndpoint> {
  const endpoint = await openEndpoint()
  await stage.listenAt(endpoint.url)
  return endpoint
}

/** A reply that waits until the test lets it go. */
function later() {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  return { script: () => promise, answer: resolve }
}

const isDelivered = (event: string) => async () => (await stage.owed(event)).status === 'delivered'

/** How often the receiver has heard of an event before the worker dies there. */
const heardBefore = { 'delivery.claimed': 0, 'delivery.sent': 1 }

test('every point on the way of a delivery is died at', () => {
  assert.deepEqual(Object.keys(heardBefore), [...deaths['a-worker-dies-while-it-delivers']])
})

for (const [point, heard] of Object.entries(heardBefore)) {
  test(`what a worker held that died at ${point} is delivered by the next at once`, async () => {
    const endpoint = await listen()
    const dying = await stage.start(point as keyof typeof heardBefore)
    const event = await stage.tell()
    await assertDied(dying)
    assert.equal(endpoint.letters.length, heard)
    const left = await stage.owed(event)
    assert.deepEqual([left.status, left.lease, left.attempts, left.tries], ['pending', 1, 0, []])
    assert.ok(left.due_at, 'it is held under a lease')

    // Nobody waits for the lease, were it of an hour: the database knows that the session which took it is gone.
    await stage.endLeasesIn(3_600_000)
    const next = await stage.start()
    await until(isDelivered(event))
    assert.equal(endpoint.letters.length, heard + 1)
    assert.equal(new Set(endpoint.letters.map(({ id, body }) => `${id} ${body}`)).size, 1, 'the same bytes')
    assert.equal(endpoint.letters.at(-1)?.id, event)
    const { due_at: due, lease, attempts, failures, tries } = await stage.owed(event)
    assert.deepEqual([due, lease, attempts, failures, tries], [null, 2, 1, 0, ['2 delivered']])
    await end(next)
  })
}

test('while a worker lives, nobody takes from it what it holds under a lease', async () => {
  const endpoint = await listen()
  const reply = later()
  endpoint.script = reply.script
  const holding = await stage.start()
  const event = await stage.tell()
  await until(() => endpoint.letters.length === 1)
  const other = await stage.start()
  await sleep(1_000)
  assert.equal(endpoint.letters.length, 1, 'the other has looked, and left it alone')
  reply.answer({ status: 200 })
  await until(isDelivered(event))
  assert.equal((await stage.owed(event)).lease, 1)
  await Promise.all([end(holding), end(other)])
})

describe('a worker that was stopped longer than its lease', () => {
  let one: RunningService
  let other: RunningService
  before(async () => {
    ;[one, other] = await Promise.all([stage.start(), stage.start()])
  })
  after(async () => {
    // A failed test leaves them stopped, and who is stopped cannot end.
    for (const { child } of [one, other]) child.kill('SIGCONT')
    await Promise.all([end(one), end(other)])
  })

  /** One sends and is stopped before it hears the answer; then the lease is over, and the other goes on. */
  async function stopOneInTheMiddle(replyToOther: Script) {
    const endpoint = await listen()
    const reply = later()
    endpoint.script = reply.script
    other.child.kill('SIGSTOP')
    const event = await stage.tell()
    await until(() => endpoint.letters.length === 1)
    one.child.kill('SIGSTOP')
    endpoint.script = replyToOther
    await stage.endLeasesIn(-1)
    other.child.kill('SIGCONT')
    await until(() => endpoint.letters.length === 2)
    /** One comes back with a refusal, and tells of it. */
    const comeBack = async () => {
      reply.answer({ status: 500 })
      one.child.kill('SIGCONT')
      await until(async () => (await stage.owed(event)).tries[0] === '1 refused')
      await sleep(200)
    }
    return { endpoint, event, comeBack }
  }

  test('changes nothing that others did meanwhile', async () => {
    const { endpoint, event, comeBack } = await stopOneInTheMiddle(() => ({ status: 200 }))
    await until(isDelivered(event))
    const done = await stage.owed(event)
    assert.deepEqual([done.lease, done.attempts, done.tries], [2, 1, ['2 delivered']])
    await comeBack()
    assert.deepEqual(await stage.owed(event), { ...done, tries: ['1 refused', '2 delivered'] })
    assert.equal(endpoint.letters.length, 2, 'nor is it sent again')
  })

  test('does not shorten the lease of one who holds it now', async () => {
    const second = later()
    const { endpoint, event, comeBack } = await stopOneInTheMiddle(second.script)
    const held = await stage.owed(event)
    assert.deepEqual([held.status, held.lease, held.attempts], ['pending', 2, 0])
    await comeBack()
    assert.deepEqual(await stage.owed(event), { ...held, tries: ['1 refused'] })
    second.answer({ status: 200 })
    await until(isDelivered(event))
    const { lease, attempts, tries } = await stage.owed(event)
    assert.deepEqual([lease, attempts, tries], [2, 1, ['1 refused', '2 delivered']])
    assert.equal(endpoint.letters.length, 2)
  })
})

test('a worker that is told to end gives back what it holds at once, and counts no failure', async () => {
  const endpoint = await listen()
  endpoint.script = hang
  const ending = await stage.start()
  const events: string[] = []
  for (let place = 0; place < 12; place += 1) events.push(await stage.tell())
  await until(() => endpoint.busy >= 2)
  await end(ending)
  const now = new Date()
  for (const event of events) {
    const { status, due_at: due, attempts, failures, tries } = await stage.owed(event)
    assert.deepEqual([status, attempts, failures, tries], ['pending', 0, 0, []])
    assert.ok(due && due <= now, 'due now, and not at the end of a lease')
  }
  endpoint.script = () => ({ status: 200 })
  const next = await stage.start()
  await until(async () => (await Promise.all(events.map((event) => isDelivered(event)()))).every(Boolean))
  for (const event of events) {
    const { attempts, tries } = await stage.owed(event)
    assert.deepEqual([attempts, tries.length], [1, 1])
    const bodies = endpoint.letters.filter(({ id }) => id === event).map(({ body }) => body)
    assert.equal(new Set(bodies).size, 1)
  }
  await end(next)
})

test('an answer that comes while a worker ends still counts', async () => {
  const endpoint = await listen()
  const reply = later()
  endpoint.script = reply.script
  const ending = await stage.start()
  const event = await stage.tell()
  await until(() => endpoint.letters.length === 1)
  const ended = end(ending)
  await sleep(300)
  reply.answer({ status: 200 })
  await ended
  const { status, attempts, tries } = await stage.owed(event)
  assert.deepEqual([status, attempts, tries], ['delivered', 1, ['1 delivered']])
  assert.equal(endpoint.letters.length, 1)
})

test('after all this, deliveries, attempts and endpoints agree', async () => {
  const findings = await checkBooks(stage.world)
  const about = findings.filter(({ check }) => /delivery|endpoint/.test(check))
  assert.ok(about.length >= 3, 'the books were hardly looked at')
  assert.deepEqual(
    about.filter(({ holds }) => !holds),
    [],
  )
})
