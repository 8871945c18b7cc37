import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Attempted, Letter } from '../courier/courier.ts'
import { systemClock as clock } from '../primitives/clock.ts'
import { idsFrom } from '../primitives/id.ts'
import { vaultFrom } from '../primitives/seal.ts'
import type { World } from '../world/world.ts'
import { checkEndpoint } from './check-endpoint.ts'
import type { FoundEndpoint } from './find-endpoint.ts'

type Told = { type: string; timestamp: string; data: Record<string, unknown> }

const secrets = ['new', 'old'].map(
  (word) => `whsec_${Buffer.from(`the ${word} secret of a shop`).toString('base64')}`,
)
const newId = idsFrom(clock)
const endpoint: FoundEndpoint = {
  merchantId: newId(),
  environment: 'sandbox',
  url: 'http://shop.test/events',
  secrets,
  successName: 'collection.success',
}
// Nothing of this is stored, so nothing asks for a database.
const world: World = {
  sql: undefined as never,
  clock,
  newId,
  vault: vaultFrom('a secret of more than thirty-two letters'),
  baseUrl: '',
}

const taken: Attempted = {
  result: 'delivered',
  status: 204,
  error: null,
  responseBody: '',
  retryAfterMs: null,
  durationMs: 7.4,
}
const refused: Attempted = { ...taken, result: 'refused', status: 401, error: 'answered 401' }
const silent: Attempted = { ...taken, result: 'timeout', status: null, error: 'no answer in 15 s' }

/** The letters of a check by the collection that they are about, in the order in which they were sent. */
async function check(answer: (letter: Letter) => Attempted, given: Partial<FoundEndpoint> = {}) {
  const letters: Letter[] = []
  let atOnce = 0
  let mostAtOnce = 0
  const items = await checkEndpoint(
    world,
    async (letter) => {
      letters.push(letter)
      atOnce += 1
      mostAtOnce = Math.max(mostAtOnce, atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      atOnce -= 1
      return answer(letter)
    },
    { ...endpoint, ...given },
    'ORDER-7',
  )
  const byCollection = [...Map.groupBy(letters, ({ body }) => told(body).data.id).values()]
  return { items, letters, byCollection, mostAtOnce }
}

const told = (body: string) => JSON.parse(body) as Told
const isSignedWith = (secret: string, { body, headers }: Letter) => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}
const isForged = (letter: Letter) => !isSignedWith(secrets[0] ?? '', letter)
const carefully = (letter: Letter) => (isForged(letter) ? refused : taken)

test('each check is about a collection of its own, and they run beside each other', async () => {
  const { items, byCollection, mostAtOnce } = await check(carefully)
  assert.equal(mostAtOnce, 5)
  assert.deepEqual(
    byCollection.map((letters) =>
      letters.map(({ body }) => `${told(body).type} ${told(body).data.sequence}`),
    ),
    [
      ['collection.success 2'],
      ['collection.success 2', 'collection.success 2'],
      ['collection.reversed 3', 'collection.success 2'],
      ['collection.processing 1', 'collection.success 2'],
      ['collection.success 2'],
    ],
  )
  assert.deepEqual(
    items.map(({ check: name, handled, attempts }) => [name, handled, attempts.length]),
    [
      ['bad_signature', true, 1],
      ['duplicate', true, 2],
      ['out_of_order', true, 2],
      ['processing_before_successful', true, 2],
      ['slow', true, 1],
    ],
  )
  assert.equal(items[1]?.seen, '204 in 7 ms, then 204 in 7 ms')
  assert.equal(items[1]?.attempts[0]?.duration_ms, 7)
})

test('all are signed with every secret that signs, but for one that is signed with nobody’s', async () => {
  const { letters } = await check(carefully)
  const forged = letters.filter((letter) => !secrets.some((secret) => isSignedWith(secret, letter)))
  assert.equal(forged.length, 1)
  assert.match(forged[0]?.headers['webhook-signature'] ?? '', /^v1,[A-Za-z0-9+/]{43}=$/)
  const genuine = letters.filter((letter) => secrets.every((secret) => isSignedWith(secret, letter)))
  assert.equal(genuine.length, letters.length - 1)
})

test('the repeat has the same id and bytes, and only the slow one pauses', async () => {
  const { byCollection, letters } = await check(carefully)
  const [one, two] = byCollection[1] ?? []
  assert.equal(one?.body, two?.body)
  assert.equal(one?.headers['webhook-id'], two?.headers['webhook-id'])
  assert.equal(new Set(letters.map(({ headers }) => headers['webhook-id'])).size, letters.length - 1)
  assert.deepEqual(
    letters.flatMap(({ pauseMs }) => pauseMs ?? []),
    [3000],
  )
})

test('what has the higher sequence has the later time, and all name the reference', async () => {
  const { byCollection, letters } = await check(carefully)
  const [reversed, paid] = (byCollection[2] ?? []).map(({ body }) => told(body))
  assert.ok(reversed && paid && reversed.timestamp > paid.timestamp)
  const [processing, then] = (byCollection[3] ?? []).map(({ body }) => told(body))
  assert.deepEqual([processing?.data.status, then?.data.status], ['processing', 'successful'])
  for (const { body } of letters) {
    const { reference, test: isMadeUp, environment } = told(body).data
    assert.deepEqual([reference, isMadeUp, environment], ['ORDER-7', true, 'sandbox'])
  }
})

test('a paid collection is called as the merchant wants it', async () => {
  const { letters } = await check(carefully, { successName: 'collection.successful' })
  const types = new Set(letters.map(({ body }) => told(body).type))
  assert.deepEqual([...types].sort(), [
    'collection.processing',
    'collection.reversed',
    'collection.successful',
  ])
})

test('after silence the second of a pair is not sent, and nothing is claimed', async () => {
  const { items, letters } = await check(() => silent)
  assert.equal(letters.length, 5)
  assert.ok(items.every(({ handled, attempts }) => !handled && attempts.length === 1))
  assert.ok(items.every(({ advice }) => advice.includes('could not be checked')))
  assert.ok(items.every(({ seen }) => seen === 'no answer in 15 s after 7 ms'))
})
