import assert from 'node:assert/strict'
import { generateApiKey } from '../../../src/auth/auth.ts'
import { newMerchant, password, type Reply } from '../../service.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

/** Too much of anything, in this order: the later ones find their address used up. The limits must be on. */
export const refusalsOfLimits: Provocations = {
  async 'the eleventh guess at a password is not looked at, right or wrong, while others sign in'(stage) {
    const { ownerEmail: other } = await newMerchant(stage.service)
    for (let guess = 1; guess <= 10; guess += 1) {
      assertRefused(await signIn(stage, stage.ownerEmail, `guess ${guess}`), '401 unauthenticated')
    }
    assertLimited(await signIn(stage, stage.ownerEmail, 'guess 11'))
    assertLimited(await signIn(stage, stage.ownerEmail.toUpperCase(), password))
    assert.equal((await signIn(stage, other, password)).status, 200)
  },

  async 'guesses at a password through the calls of a signed-in person count as well'(stage) {
    const { ownerEmail } = await newMerchant(stage.service)
    const cookie = await stage.service.signIn(ownerEmail, password)
    const guess = (path: string, body: unknown) => stage.service.call(`/v1/auth/${path}`, { cookie, body })
    for (let round = 0; round < 5; round += 1) {
      await guess('change-password', { current_password: `guess ${round}`, new_password: password })
      await guess('two-factor/disable', { password: `guess ${round}` })
    }
    assertLimited(await guess('two-factor/enable', { password }))
    assertLimited(await signIn(stage, ownerEmail, password))
  },

  async 'a stranger has 300 requests a minute, and their address is told how long to wait'(stage) {
    const ask = () => stage.service.call('/v1/auth/get-session')
    let answer = await ask()
    // Twice as many as are allowed, because the minute may end while we count.
    for (let asked = 1; answer.status === 200 && asked < 600; asked += 1) answer = await ask()
    assertLimited(answer)
    assert.equal(answer.headers.get('ratelimit-limit'), '300')
    assert.equal(answer.headers.get('ratelimit-remaining'), '0')
    assert.match(answer.headers.get('ratelimit-reset') ?? '', /^\d+$/)
  },

  async 'a stranger does not get around the limit by claiming another address'(stage) {
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.8',
      'x-real-ip': '203.0.113.9',
    }
    assertLimited(await stage.service.call('/v1/auth/get-session', { headers }))
  },

  async 'at a door where no provider calls from outside, whoever comes is a stranger'(stage) {
    for (const name of ['simulated', 'sandbox', 'nobody', 'constructor'])
      assertLimited(await stage.service.call(`/v1/webhooks/provider/${name}`, { raw: 'x' }))
  },

  async 'the limit holds where credentials are needed, and for wrong ones: nobody can try keys'(stage) {
    assertLimited(await stage.service.call('/v1/customers'))
    assertLimited(await stage.service.call('/v1/customers', { key: 'mlp_live_wrong' }))
    assertLimited(await stage.service.call('/v1/customers', { key: generateApiKey('live') }))
    assertLimited(await stage.service.call('/v1/customers', { cookie: 'malipo.session_token=wrong' }))
  },

  async 'keys and people have limits of their own, and their answers say what is left'(stage) {
    const byKey = await stage.call('/v1/customers')
    assert.equal(byKey.status, 200)
    assert.equal(byKey.headers.get('ratelimit-limit'), '6000')
    const byPerson = await stage.service.call('/v1/me', { cookie: stage.cookie })
    assert.equal(byPerson.status, 200)
    assert.equal(byPerson.headers.get('ratelimit-limit'), '1200')
    const { headers } = await stage.call('/v1/customers')
    assert.equal(
      Number(headers.get('ratelimit-remaining')),
      Number(byKey.headers.get('ratelimit-remaining')) - 1,
    )
  },
}

function signIn({ service }: Stage, email: string, given: string) {
  return service.call('/v1/auth/sign-in/email', { body: { email, password: given } })
}

function assertLimited(answer: Reply): void {
  const { details } = assertRefused(answer, '429 rate_limited')
  const seconds = Number(answer.headers.get('retry-after'))
  assert.ok(
    Number.isInteger(seconds) && seconds > 0 && seconds <= 900,
    answer.headers.get('retry-after') ?? '',
  )
  assert.equal((details as { retry_after_seconds: number }).retry_after_seconds, seconds)
}
