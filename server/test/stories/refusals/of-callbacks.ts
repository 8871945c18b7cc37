import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { traces } from '../../permissions/traces.ts'
import { create, creatingCalls } from './creating-calls.ts'
import { assertRefused } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

const doors = ['/v1/webhooks/provider', '/sandbox/v1/webhooks/provider']

/** Callbacks that nobody genuine has signed. Needs a stage without chores, where nothing moves by itself. */
export const refusalsOfCallbacks: Provocations = {
  async 'a callback whose signature does not hold is refused at either door, and moves nothing'(stage) {
    const { raw, right } = await callbackFor(stage, stage.sandboxKey)
    const wrong = {
      none: undefined,
      empty: '',
      capitals: right.toUpperCase(),
      cut: right.slice(0, -1),
      longer: `${right}0`,
      prefixed: `sha256=${right}`,
      'in base64': Buffer.from(right, 'hex').toString('base64'),
      'of another body': sign(stage.webhookSecret, `${raw} `),
      'by another secret': sign(`${stage.webhookSecret}x`, raw),
      'by the secret without its prefix': sign(stage.webhookSecret.replace('whsec_', ''), raw),
      'of zeros': '0'.repeat(64),
      'with a letter beyond ASCII': `${right.slice(0, -1)}\u00e9`,
    }
    const before = await tracesBesideRaw(stage)
    for (const door of doors) {
      for (const [what, signature] of Object.entries(wrong)) {
        const headers = signature === undefined ? {} : { 'x-provider-signature': signature }
        const answer = await stage.service.call(door, { raw, headers: headers as Record<string, string> })
        assert.equal(`${answer.status} ${answer.body.error?.code}`, '401 invalid_signature', what)
        assertRefused(answer, '401 invalid_signature')
      }
    }
    assert.deepEqual(await tracesBesideRaw(stage), before)
  },

  async "a merchant's signature says nothing about a live payment"(stage) {
    const { raw, right } = await callbackFor(stage, stage.liveKey)
    const headers = { 'x-provider-signature': right }
    for (const door of doors) {
      assertRefused(await stage.service.call(door, { raw, headers }), '401 invalid_signature')
    }
    const [collection] = await stage.service.world.sql<{ status: string }[]>`
      select status from collections where provider_reference = ${JSON.parse(raw).provider_reference}`
    assert.equal(collection?.status, 'processing')
  },

  async 'with the right signature the same bytes are taken, once'(stage) {
    const { raw, right } = await callbackFor(stage, stage.sandboxKey)
    const outcomes = []
    for (const door of doors) {
      const { body } = await stage.service.call(door, { raw, headers: { 'x-provider-signature': right } })
      outcomes.push(body.data.outcome)
    }
    assert.deepEqual(outcomes, ['applied', 'duplicate'])
  },
}

/** What came is kept as it came, before anybody judges it; everything else must stay as it was. */
async function tracesBesideRaw({ service }: Stage) {
  const { unproven_callbacks: _raw, ...others } = await traces(service)
  return others
}

function sign(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

async function callbackFor(stage: Stage, key: string): Promise<{ raw: string; right: string }> {
  const call = creatingCalls.find(({ path }) => path.endsWith('/dynamic-qr'))
  assert.ok(call)
  const { body } = await create(stage, call, {}, { key })
  const raw = JSON.stringify({
    event_id: `event of ${body.data.id}`,
    event_type: 'collection.success',
    provider_reference: body.data.provider_reference,
  })
  return { raw, right: sign(stage.webhookSecret, raw) }
}
