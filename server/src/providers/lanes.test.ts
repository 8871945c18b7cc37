import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { callToy } from '../../test/providers/toy/client.ts'
import { ownClock } from '../../test/stories/money/own-provider.ts'
import { createLanes, type LaneName } from './lanes.ts'
import type { Outcome } from './provider.ts'

const orders: LaneName = { provider: 'own', environment: 'live', call: 'collect' }
const questions: LaneName = { ...orders, call: 'lookUp' }
const inSandbox: LaneName = { ...orders, environment: 'sandbox' }

type Say = () => Promise<Outcome>
const silence: Say = async () => ({ kind: 'unknown', because: 'nobody is there' })
const oddWord: Say = async () => ({ kind: 'unknown', because: 'code 777', answered: true })
const answer: Say = async () => ({ kind: 'pending', providerStatus: 'PENDING' })

function stage() {
  const clock = ownClock()
  const told: string[] = []
  const lanes = createLanes({
    clock,
    watch: {
      answered: () => {},
      opened: ({ provider, call }, silences) => told.push(`${provider} ${call} opened after ${silences}`),
      healed: ({ provider, call }) => told.push(`${provider} ${call} healed`),
    },
  })
  const ask = async (lane: LaneName, question: Say, times = 1) => {
    for (let time = 0; time < times; time += 1) await lanes.ask(lane, question)
  }
  return { clock, told, lanes, ask }
}

test('a call that hangs takes one place of its own lane, and none of any other', async () => {
  const { lanes } = stage()
  const room = lanes.roomIn(orders)
  const hanging = Promise.withResolvers<Outcome>()
  const asked = lanes.ask(orders, () => hanging.promise)
  assert.equal(lanes.roomIn(orders), room - 1)
  assert.deepEqual([lanes.roomIn(questions), lanes.roomIn(inSandbox)], [room, room])
  hanging.resolve(await answer())
  await asked
  assert.equal(lanes.roomIn(orders), room)
})

test('a full lane has no room', async () => {
  const { lanes } = stage()
  const hanging = Promise.withResolvers<Outcome>()
  const asked = Array.from({ length: lanes.roomIn(orders) }, () => lanes.ask(orders, () => hanging.promise))
  assert.equal(lanes.roomIn(orders), 0)
  hanging.resolve(await answer())
  await Promise.all(asked)
})

test('ten silences in a row open the breaker of their lane alone, and that is told', async () => {
  const { lanes, ask, told } = stage()
  await ask(orders, silence, 9)
  await ask(orders, answer)
  await ask(orders, silence, 9)
  assert.ok(lanes.roomIn(orders) > 1, 'an answer in between begins the count anew')
  await ask(orders, silence)
  assert.equal(lanes.roomIn(orders), 0)
  assert.ok(lanes.roomIn(questions) > 1 && lanes.roomIn(inSandbox) > 1)
  assert.deepEqual(told, ['own collect opened after 10'])
  assert.deepEqual(
    lanes.states().map(({ environment, call, isOpen }) => [environment, call, isOpen]),
    [
      ['live', 'collect', true],
      ['live', 'lookUp', false],
      ['sandbox', 'collect', false],
    ],
  )
})

test('words that nobody understands are no silence', async () => {
  const { lanes, ask } = stage()
  await ask(orders, oddWord, 30)
  assert.ok(lanes.roomIn(orders) > 1)
})

test('after a rest one call tries; its answer heals the lane, its silence makes the next rest longer', async () => {
  const { clock, lanes, ask, told } = stage()
  await ask(orders, silence, 10)
  clock.pass(4_999)
  assert.equal(lanes.roomIn(orders), 0)
  clock.pass(1)
  assert.equal(lanes.roomIn(orders), 1)
  const trial = Promise.withResolvers<Outcome>()
  const tried = lanes.ask(orders, () => trial.promise)
  assert.equal(lanes.roomIn(orders), 0, 'one at a time')
  trial.resolve(await silence())
  await tried
  clock.pass(9_999)
  assert.equal(lanes.roomIn(orders), 0)
  clock.pass(1)
  assert.equal(lanes.roomIn(orders), 1)
  await ask(orders, answer)
  assert.ok(lanes.roomIn(orders) > 1)
  assert.deepEqual(told, ['own collect opened after 10', 'own collect healed'])
})

test('however long it lasts, somebody tries once a minute', async () => {
  const { clock, lanes, ask } = stage()
  await ask(orders, silence, 10)
  for (let trial = 0; trial < 20; trial += 1) {
    clock.pass(60_000)
    assert.equal(lanes.roomIn(orders), 1)
    await ask(orders, silence)
  }
})

test('calls that were out when the breaker opened do not make the rest longer, and an answer of theirs heals', async () => {
  const { clock, lanes, ask } = stage()
  const out = [silence, silence, answer].map((what) => {
    const late = Promise.withResolvers<void>()
    const word = lanes.ask(orders, () => late.promise.then(what))
    return { end: late.resolve, word }
  })
  await ask(orders, silence, 10)
  for (const { end, word } of out.slice(0, 2)) {
    end()
    await word
  }
  clock.pass(5_000)
  assert.equal(lanes.roomIn(orders), 1)
  out[2]?.end()
  await out[2]?.word
  assert.ok(lanes.roomIn(orders) > 1)
})

test('a call that is given up is ended on the wire too', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const arrived = once(server, 'connection') as Promise<[Socket]>
  const lanes = createLanes({ clock: ownClock(), deadlineMs: 100 })
  const asked = lanes.ask(questions, async (signal) => {
    const { because } = await callToy({ url, key: 'k' }, { path: '/pushes/1' }, signal)
    return { kind: 'unknown', because } as const
  })
  const [socket] = await arrived
  const closed = once(socket.resume(), 'close')
  assert.equal((await asked).kind, 'unknown')
  await closed
  server.close()
})
