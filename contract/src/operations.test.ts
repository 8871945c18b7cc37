import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf, described, every } from '../test/read-openapi.ts'
import { Id, ListOf, listQuery, type Operation } from './contract.ts'

test('an id is a verb and what it is about; what only Super Admins do begins with admin', () => {
  const verbs =
    'accept advance answer approve cancel change check clear collect create decline disable drain enable invite list mark pause pay ' +
    'lookUp pin predict quote read record refresh regenerate reject remove replay request reset resolve resume retry reverse revoke rotate search send set ' +
    'settle sign stream submit take test topUp try upload verify void'
  const shape = new RegExp(`^(admin)?(?:${verbs.replaceAll(' ', '|')})[A-Z][A-Za-z]+$`, 'i')
  for (const { id, access } of every) {
    assert.match(id, shape)
    assert.equal(id.startsWith('admin'), access.who === 'super_admin', id)
  }
})

test('what makes a collection says in which form it answers', () => {
  const replies = (names: RegExp) => {
    const found = every.filter(({ id }) => names.test(id))
    assert.ok(found.length > 1)
    return found.map(({ reply }) => Object.keys((reply as { properties: object }).properties)[0])
  }
  assert.deepEqual(new Set(replies(/^createDirect|^createHostedPage$/)), new Set(['collection_id']))
  assert.deepEqual(new Set(replies(/^create\w+Collection$/)), new Set(['id']))
})

test('who may call without credentials is listed by hand', () => {
  const open = described.filter(({ one }) => one.security.length === 0).map(({ one }) => one.operationId)
  assert.deepEqual(open.sort(), [
    // Payers have the token of a link, and nothing else.
    'collectByPublicPaymentLink',
    // How networks do is no secret.
    'listPublicNetworks',
    'readPublicCollection',
    'readPublicPaymentLink',
    'readSession',
    'requestPasswordReset',
    'resetPassword',
    'signIn',
    'signOut',
    'signUp',
    // Whoever calls back proves it by a signature of the body instead.
    'takeProviderCallback',
    'takeSandboxCallback',
    'verifyBackupCode',
    'verifyTotp',
  ])
})

test('whatever is read as items is a list like all others: pages, cursors and the same envelope', () => {
  const propertiesOf = ({ reply }: Operation) =>
    Object.keys((reply as { properties?: object }).properties ?? {})
  // One invoice has items too, and they are no list of ours.
  const withItems = every.filter(
    (one) => one.method === 'GET' && propertiesOf(one).includes('items') && one.id !== 'readInvoice',
  )
  assert.ok(withItems.length > 20)
  for (const operation of withItems) {
    assert.deepEqual(
      propertiesOf(operation).sort(),
      propertiesOf({ ...operation, reply: ListOf(Id) }).sort(),
      operation.id,
    )
    for (const name of Object.keys(listQuery))
      assert.ok(operation.query?.properties[name], `${operation.id} ${name}`)
  }
})

test('the idempotency key is declared where it is taken', () => {
  for (const { one } of described) {
    const operation = every.find(({ id }) => id === one.operationId)
    const header = one.parameters.find(({ name }) => name === 'Idempotency-Key')
    assert.equal(header !== undefined, operation?.idempotency !== 'none', one.operationId)
    if (header) assert.equal(header.required, operation?.idempotency === 'required')
  }
})

test('which calls cannot be made without an idempotency key is listed by hand', () => {
  const required = described.filter(({ one }) =>
    one.parameters.some(({ name, required }) => name === 'Idempotency-Key' && required),
  )
  assert.deepEqual(required.map(({ one }) => one.operationId).sort(), [
    'createBankDisbursement',
    'createControlNumber',
    'createControlNumbers',
    'createDirectProviderPesa',
    'createDirectQr',
    'createDirectWalletPush',
    'createDisbursementBatch',
    'createDynamicQrCollection',
    'createHostedPage',
    'createMobileMoneyDisbursement',
    'createProviderPesaPushCollection',
    'createRefund',
    'createStkPushCollection',
    'createUssdPushCollection',
    'createWalletDisbursement',
    'retryFailedRows',
    'submitWithdrawal',
  ])
})

test('a query that must name the merchant, or what is looked for, says so', () => {
  const named = described.flatMap(({ one }) =>
    one.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required === true)
      .map(({ name }) => `${one.operationId} ${name}`),
  )
  assert.deepEqual(named, ['listDisbursements merchant_id', 'readStatementFile format', 'searchMerchant q'])
})

const told409 = (id: string) => {
  const found = described.find(({ one }) => one.operationId === id)
  return (found && answerOf(found.one, 409)?.description) ?? ''
}

test('whoever asks for money is told of the refusals that money has', () => {
  for (const id of [
    'submitWithdrawal',
    'createBankDisbursement',
    'createMobileMoneyDisbursement',
    'createWalletDisbursement',
  ]) {
    const told = told409(id)
    for (const code of ['withdrawal_restricted', 'insufficient_balance']) assert.ok(told.includes(code), id)
    // People have no caps, and only they call this one.
    assert.equal(told.includes('payout_cap_exceeded'), id !== 'submitWithdrawal', id)
  }
})

test('whoever asks for a letter is told that there may be nowhere to send it', () => {
  for (const id of ['testWebhook', 'checkWebhook', 'replayEvents', 'retryWebhookDelivery']) {
    const told = told409(id)
    assert.ok(told.includes('invalid_state'), id)
  }
})

test('which calls a key with events:read may make is listed by hand', () => {
  const asksFor = every.filter(({ access }) => access.who === 'merchant' && access.keys === 'events:read')
  assert.deepEqual(asksFor.map(({ id }) => id).sort(), [
    'listEvents',
    'listWebhookDeliveries',
    'readEvent',
    'readWebhookDelivery',
    'streamEvents',
  ])
})
