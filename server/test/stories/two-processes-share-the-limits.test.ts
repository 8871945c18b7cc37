import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newPerson, password, type Service, startService } from '../service.ts'
import { inShort } from './parts/newcomers.ts'
import { mailsTo } from './parts/post-box.ts'

// Time stands still, so that no window ends while a test counts.
const clock = { now: () => new Date('2026-11-15T12:00:00Z') }
const environment = { RATE_LIMIT: 'on', ROLE: 'api', TRUSTED_PROXIES: '1' }
let first: Service
let second: Service
before(async () => {
  first = await startService({ environment, clock })
  second = await startService({ environment, clock, database: first.database })
  for (const { parts } of [first, second]) await parts.sessions.warmUp()
  // Loading the library holds everybody up, and until the service has found its breath it refuses everybody.
  for (const service of [first, second]) {
    while ((await service.call('/readyz')).status === 503) await sleep(200)
  }
})
after(async () => {
  await second.stop()
  await first.stop()
})

const signIn = (service: Service, email: string, given: string, headers: Record<string, string> = {}) =>
  service.call('/v1/auth/sign-in/email', { body: { email, password: given }, headers })

test('ten wrong passwords are ten, through whichever process they come, and however many come at once', async () => {
  await newPerson(first, 'guessed@shop.test')
  const guesses = Array.from({ length: 16 }, (_, at) =>
    signIn(at % 2 === 0 ? first : second, 'guessed@shop.test', `guess ${at}`),
  )
  const answers = Map.groupBy((await Promise.all(guesses)).map(inShort), (answer) => answer)
  assert.deepEqual([...answers].map(([answer, { length }]) => `${length} × ${answer}`).sort(), [
    '10 × 401 unauthenticated',
    '6 × 429 rate_limited',
  ])
  for (const service of [first, second]) {
    assert.equal(inShort(await signIn(service, 'guessed@shop.test', password)), '429 rate_limited')
  }
})

test('a right password forgives the wrong ones before it, in both', async () => {
  await newPerson(first, 'forgetful@shop.test')
  for (const round of [1, 2]) {
    for (let guess = 0; guess < 9; guess += 1) {
      const service = guess % 2 === 0 ? first : second
      assert.equal(inShort(await signIn(service, 'forgetful@shop.test', 'wrong')), '401 unauthenticated')
    }
    assert.equal(inShort(await signIn(second, 'forgetful@shop.test', password)), '200', `round ${round}`)
  }
})

test('whoever has a network of IPv6 has its addresses, and no more guesses or requests for them', async () => {
  await newPerson(first, 'networked@shop.test')
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const guess = (address: string) => signIn(first, 'networked@shop.test', 'wrong', from(address))
  for (let host = 1; host <= 10; host += 1)
    assert.equal(inShort(await guess(`2001:db8:1:2:${host}::1`)), '401 unauthenticated')
  assert.equal(inShort(await guess('2001:db8:1:2::b')), '429 rate_limited')
  assert.equal(inShort(await guess('2001:db8:1:3::b')), '401 unauthenticated')
  const left = async (address: string) => {
    const { headers } = await first.call('/v1/auth/get-session', { headers: from(address) })
    return Number(headers.get('ratelimit-remaining'))
  }
  assert.equal(await left('2001:db8:7:7::1'), 299)
  assert.equal(await left('2001:db8:7:7:ffff::2'), 298)
  assert.equal(await left('2001:db8:7:8::1'), 299)
})

test('five reset mails an hour are five for both', async () => {
  await newPerson(first, 'flooded@shop.test')
  for (const service of [first, second, first, second, first, second, first]) {
    const body = { email: 'flooded@shop.test' }
    assert.equal(inShort(await service.call('/v1/auth/request-password-reset', { body })), '200')
  }
  assert.equal((await mailsTo(first, 'flooded@shop.test')).length, 5)
})

test('300 requests of a stranger are 300 for both together, give or take a step of 15 for each', async () => {
  let passed = 0
  for (let round = 0; round < 30; round += 1) {
    const asked = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? first : second).call('/v1/auth/get-session'),
    )
    for (const { status } of await Promise.all(asked)) if (status === 200) passed += 1
  }
  // The tests before this one have had some of them.
  assert.ok(passed >= 200 && passed <= 330, `${passed}`)
  assert.equal(inShort(await first.call('/v1/auth/get-session')), '429 rate_limited')
  assert.equal(inShort(await second.call('/v1/auth/get-session')), '429 rate_limited')
})
