import assert from 'node:assert/strict'
import { newMember, newMerchant, type Sent, sessionOf } from '../../service.ts'
import { gatherCallers } from './callers.ts'
import { always, assertInOrder, type Draft, type Flaw, generalFlaws, oneOfEach } from './order-of-checks.ts'
import { fund, goodOrder, type PayingCall, payingCalls } from './paying-calls.ts'
import type { Provocations, Stage } from './stage.ts'

/** What a person is told where a key hears of keys, and where the merchant stands that is not theirs. */
const flawsOfPeople: Flaw[] = generalFlaws.map((flaw): Flaw => {
  if (flaw.rank === 1) return { ...flaw, expected: always('401 unauthenticated') }
  if (flaw.what === 'a key without the scope') {
    return { ...flaw, what: 'a key', expected: always('403 dashboard_session_required') }
  }
  if (flaw.what === 'a role that may not') {
    // A role is held at a merchant: at somebody else's there is none to judge.
    return {
      ...flaw,
      expected: ({ headers }) => `403 ${headers['x-merchant-id'] ? 'merchant_mismatch' : 'forbidden'}`,
    }
  }
  if (flaw.rank !== 5) return flaw
  return {
    ...flaw,
    spoil: ({ headers }) => {
      headers['x-merchant-id'] = '01a1ddad-6fc2-71b0-8b84-a46c538f11ec'
    },
  }
})

/** In the order of the specification, after whose merchant it is. */
const flawsOfPayouts: Flaw[] = [
  {
    what: 'a destination nobody knows',
    rank: 5.5,
    expected: always('422 validation_error'),
    spoil: ({ body }) => {
      body.destination_code = 'NO_SUCH_BANK'
    },
  },
  {
    what: 'a suspended merchant',
    rank: 6,
    expected: always('409 withdrawal_restricted'),
    spoil: (draft) => {
      draft.isSuspended = true
    },
  },
  {
    what: 'more than there is',
    rank: 7,
    expected: always('409 insufficient_balance'),
    spoil: ({ body }) => {
      // An amount that was taken away stays away.
      if ('amount' in body) body.amount = '9000000'
    },
  },
]

type Credential = Pick<Sent, 'key' | 'cookie'>
type Side = {
  merchantId: string
  credentials: Record<Draft['who'], { valid: Credential; ended: Credential }>
}
type Sides = { active: Side; suspended: Side }

/** For people `key` stands for the owner, whose session is what may withdraw here. */
async function gatherPayers(stage: Stage, call: PayingCall): Promise<Sides> {
  const sides: Sides = call.isForPeople
    ? { active: await gatherPeople(stage), suspended: await gatherPeople(stage) }
    : await gatherCallers(stage)
  const { sql } = stage.service.world
  for (const { merchantId } of Object.values(sides)) {
    await sql`update merchants set verification_status = 'verified' where id = ${merchantId}`
    await fund(stage, merchantId, 100_000_000n)
  }
  await sql`update merchants set is_active = false where id = ${sides.suspended.merchantId}`
  return sides
}

async function gatherPeople({ service }: Stage): Promise<Side> {
  const { merchantId, ownerEmail, liveKey } = await newMerchant(service)
  const email = `viewer-${merchantId}@payouts.test`
  await newMember(service, { merchantId, email, role: 'viewer' })
  const sessionsOf = async (who: string) => {
    const [ended, cookie] = [await sessionOf(service, who), await sessionOf(service, who)]
    await service.call('/v1/auth/sign-out', { method: 'POST', cookie: ended })
    return { valid: { cookie }, ended: { cookie: ended } }
  }
  // With an ended session of somebody, a key that is valid is not looked at; so it comes without one.
  const key = { valid: { key: liveKey }, ended: {} }
  return {
    merchantId,
    credentials: { key: await sessionsOf(ownerEmail), narrow: key, viewer: await sessionsOf(email) },
  }
}

async function send(stage: Stage, sides: Sides, call: PayingCall, wrong: Flaw[]) {
  const draft: Draft = {
    who: 'key',
    isEnded: false,
    isSuspended: false,
    headers: { 'idempotency-key': stage.service.world.newId() },
    // Named when it is known whose request it is.
    body: goodOrder(call, ''),
    write: JSON.stringify,
  }
  for (const { spoil } of wrong) spoil(draft)
  const { merchantId, credentials } = draft.isSuspended ? sides.suspended : sides.active
  if (draft.body.merchant_id === '') draft.body.merchant_id = merchantId
  const answer = await stage.service.call(call.path, {
    ...credentials[draft.who][draft.isEnded ? 'ended' : 'valid'],
    raw: draft.write(draft.body),
    headers: draft.headers,
  })
  return { answer, draft }
}

async function assertOrder(stage: Stage, call: PayingCall): Promise<void> {
  const sides = await gatherPayers(stage, call)
  const fitting = [...(call.isForPeople ? flawsOfPeople : generalFlaws), ...flawsOfPayouts]
  await assertInOrder(stage, fitting, (wrong) => send(stage, sides, call, wrong))
  const { answer } = await send(stage, sides, call, [])
  assert.equal(answer.status, 202, 'without a flaw it is accepted')
}

/** Calls that ask for money, with each pair of flaws. Needs a stage without chores. */
export const orderOfPayoutChecks: Provocations = Object.fromEntries(
  oneOfEach(payingCalls, ({ path }) => path).map((call) => [
    `${call.path} ${call.method}: of two things that are wrong, the one that is checked earlier is told`,
    (stage: Stage) => assertOrder(stage, call),
  ]),
)
