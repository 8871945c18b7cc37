import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { openSimulatedGateway, type SimulatedGateway } from '../../test/simulated-gateway.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { africasTalking, chores, type Gateway, queueTexts, sendOwedTexts } from './sms.ts'

let nowMs = Date.parse('2026-11-15T00:00:00Z')
const clock = { now: () => new Date(nowMs) }
let database: TestDatabase
let world: World
let simulated: SimulatedGateway
let gateway: Gateway
before(async () => {
  database = await createTestDatabase()
  const vault = vaultFrom('a secret of more than thirty-two letters')
  world = { sql: database.sql, clock, newId: idsFrom(clock), vault, baseUrl: 'http://localhost' }
  simulated = await openSimulatedGateway()
  gateway = openWith('atsk_key')
})
after(async () => {
  simulated.close()
  await database.drop()
})
beforeEach(() => world.sql`delete from text_messages`)

function openWith(apiKey: string, withinMs = 10_000): Gateway {
  return africasTalking({ url: simulated.url, username: 'duka', apiKey, sender: 'MALIPO' }, withinMs)
}

const number = (last: string) => `25571234567${last}`
const queue = (...lasts: string[]) =>
  queueTexts(
    world.sql,
    world,
    lasts.map((last) => ({ to: number(last), text: `Ankara ya ${last}` })),
  )

type State = { attempts: number; is_sent: boolean; waits: boolean; last_error: string | null }
async function state(last: string): Promise<State | undefined> {
  const [row] = await world.sql<State[]>`
    select attempts, sent_at is not null as is_sent, next_attempt_at is not null as waits, last_error
    from text_messages where recipient = ${number(last)}`
  return row
}

test('a message is sent once, as the gateway wants it, and keeps the name that it got there', async () => {
  await queue('9')
  assert.equal(await sendOwedTexts(world, gateway), 1)
  assert.deepEqual(simulated.received.at(-1), {
    username: 'duka',
    to: '+255712345679',
    message: 'Ankara ya 9',
    from: 'MALIPO',
    key: 'atsk_key',
  })
  nowMs += 90 * 24 * 3_600_000
  assert.equal(await sendOwedTexts(world, gateway), 0)
  const [row] = await world.sql<{ gateway_reference: string }[]>`select gateway_reference from text_messages`
  assert.match(row?.gateway_reference ?? '', /^ATXid_/)
})

test('what is said is kept sealed, and not sent when its cause is undone', async () => {
  await world.sql
    .begin(async (tx) => {
      await queueTexts(tx, world, [{ to: number('9'), text: 'x' }])
      throw new Error('changed my mind')
    })
    .catch(() => {})
  assert.equal(await sendOwedTexts(world, gateway), 0)
  await queue('9')
  const [row] = await world.sql<{ body_sealed: Buffer }[]>`select body_sealed from text_messages`
  assert.ok(!row?.body_sealed.includes('Ankara'))
})

// The last digit of the number, what is remembered, and whether it is tried again.
const answers: [string, RegExp, boolean][] = [
  ['1', /^403 InvalidPhoneNumber$/, false],
  ['3', /^406 UserInBlacklist$/, false],
  ['2', /^405 InsufficientBalance$/, true],
  ['4', /^502 RejectedByGateway$/, true],
  ['5', /^answered 503: Service Unavailable$/, true],
  ['6', /timeout/, true],
  ['7', /an answer that nobody understands/, true],
  ['0', /^InvalidSenderId$/, true],
]

for (const [last, error, isTriedAgain] of answers) {
  test(`a gateway that says ${error} is ${isTriedAgain ? 'asked again' : 'not asked again'}`, async () => {
    const asked = last === '6' ? openWith('atsk_key', 100) : gateway
    await queue(last)
    await sendOwedTexts(world, asked)
    const found = await state(last)
    assert.match(found?.last_error ?? '', error)
    assert.deepEqual([found?.is_sent, found?.waits], [false, isTriedAgain])
    nowMs += 29_999
    assert.equal(await sendOwedTexts(world, asked), 0)
    nowMs += 24 * 3_600_000
    assert.equal(await sendOwedTexts(world, asked), isTriedAgain ? 1 : 0)
  })
}

test('with a wrong key nothing is lost, nothing is told of the key, and it goes on when it is mended', async () => {
  await queue('9')
  await sendOwedTexts(world, openWith('atsk_wrong'))
  const found = await state('9')
  assert.match(found?.last_error ?? '', /^answered 401/)
  assert.ok(!found?.last_error?.includes('atsk'))
  nowMs += 30_000
  await sendOwedTexts(world, gateway)
  assert.equal((await state('9'))?.is_sent, true)
})

test('a message is tried seven times over a day and more, and then left with its error', async () => {
  await queue('5')
  let tries = 0
  while ((await sendOwedTexts(world, gateway)) === 1) {
    tries += 1
    nowMs += 25 * 3_600_000
  }
  assert.equal(tries, 7)
  assert.deepEqual(await state('5'), {
    attempts: 7,
    is_sent: false,
    waits: false,
    last_error: 'answered 503: Service Unavailable',
  })
})

test('what was sent or given up is forgotten after thirty days, and what is owed is not', async () => {
  const forget = chores({ world, gateway }).find(({ name }) => name === 'sms.forget')
  const left = async () => {
    await forget?.work()
    return await world.sql<
      { waits: boolean }[]
    >`select next_attempt_at is not null as waits from text_messages`
  }
  await queue('9', '3')
  await sendOwedTexts(world, gateway)
  nowMs += 29 * 24 * 3_600_000
  assert.ok((await left()).length >= 2)
  nowMs += 2 * 24 * 3_600_000
  await queue('9')
  assert.deepEqual([...(await left())], [{ waits: true }])
  await sendOwedTexts(world, gateway)
})

test('one that hangs holds up none of the others, and two senders send each once', async () => {
  await queue('6', '9')
  const before = simulated.received.length
  const impatient = openWith('atsk_key', 2_000)
  await Promise.all([sendOwedTexts(world, impatient), sendOwedTexts(world, impatient)])
  assert.equal(simulated.received.length - before, 2)
  assert.deepEqual([(await state('6'))?.is_sent, (await state('9'))?.is_sent], [false, true])
})

test('without a gateway there is nothing to do', () => {
  assert.deepEqual(chores({ world, gateway: null }), [])
})
