import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { lookAgain, succeeded, workOnce } from './money/own-provider.ts'
import { inShort } from './parts/newcomers.ts'
import { accepted, openPayoutStage, type PayoutStage, reversed } from './payouts/stage.ts'

let stage: PayoutStage
before(async () => {
  stage = await openPayoutStage()
})
after(() => stage.close())

const kinds = (found: { kind: string; status: string }[]) =>
  found.map(({ kind, status }) => `${kind} ${status}`)

test('of a payout that came back the provider is asked, and if it has paid all the same a person is told, once', async () => {
  const till = await stage.openTill()
  const { id, reference } = await stage.sent(till, succeeded())
  await stage.tell(reference, reversed)
  assert.equal(await till.status(id), 'REVERSED')
  // Late news of the success before: whoever is asked says so, and nobody is bothered.
  stage.provider.script.lookUpPayOut = () => reversed
  await stage.tell(reference, succeeded(), 'late')
  await stage.work()
  assert.deepEqual(kinds(await stage.desk.contradictions(id)), [])

  stage.provider.script.lookUpPayOut = () => succeeded()
  stage.clock.pass(60_000)
  await stage.tell(reference, succeeded(), 'paid once more')
  assert.deepEqual(kinds(await stage.desk.contradictions(id)), [], 'nobody was asked yet')
  await stage.work()
  const [found] = await stage.desk.contradictions(id)
  assert.deepEqual(
    [found?.kind, found?.status, found?.ours],
    ['missing_here', 'open', 'REVERSED TZS 10000.00'],
  )
  assert.equal(await till.status(id), 'REVERSED', 'nothing moves by it')
  assert.equal(inShort(await stage.desk.settle(found?.id, { action: 'keep_ours', note: 'settled' })), '200')
  stage.clock.pass(60_000)
  await stage.tell(reference, succeeded(), 'said again')
  await stage.work()
  assert.deepEqual(kinds(await stage.desk.contradictions(id)), ['missing_here settled'])
  // It came back once more, and is paid once more.
  await stage.tell(reference, reversed, 'back again')
  await stage.tell(reference, succeeded(), 'and paid again')
  stage.clock.pass(60_000)
  await stage.work()
  assert.deepEqual(kinds(await stage.desk.contradictions(id)), ['missing_here open', 'missing_here settled'])
})

test('the same of a payment that was taken back', async () => {
  const till = await stage.openTill()
  stage.provider.script.collect = () => accepted
  const { id, provider_reference: reference } = await till.push({ amount: '1000.00' }, { key: till.liveKey })
  await workOnce(stage.service)
  const { service, provider } = stage
  for (const word of [succeeded(), reversed]) await provider.tell(service, reference, word)
  provider.script.lookUp = () => reversed
  await provider.tell(service, reference, succeeded())
  await lookAgain(service.parts)
  assert.deepEqual(kinds(await stage.desk.discrepancies(id)), [])
  provider.script.lookUp = () => succeeded()
  stage.clock.pass(60_000)
  await provider.tell(service, reference, succeeded())
  await lookAgain(service.parts)
  assert.deepEqual(kinds(await stage.desk.discrepancies(id)), ['missing_here open'])
})
