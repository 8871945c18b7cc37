import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  eventTypes,
  Id,
  ListOf,
  listQuery,
  type Operation,
  openApi,
  operations,
  refusals,
} from './contract.ts'

type Parameter = { name: string; in: string; required?: boolean; schema: unknown }
type Described = {
  operationId: string
  tags: string[]
  summary: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>
}
type Document = {
  openapi: string
  info: { title: string; version: string; license: { name: string } }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Described>>
  webhooks: Record<string, Record<string, Described>>
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, unknown> }
}

// Through JSON, as a reader gets it: what JSON cannot carry is lost here as it would be there.
const document: Document = JSON.parse(
  JSON.stringify(openApi({ version: '1.2.3', baseUrl: 'https://pay.example.com' })),
)
const every = Object.values<Operation>(operations)
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, one]) => ({ path, method, one })),
)

test('it is a 3.1 document that says what and where', () => {
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual([document.info.title, document.info.version], ['Malipo', '1.2.3'])
  assert.deepEqual(document.servers, [{ url: 'https://pay.example.com' }])
})

test('every event is in it, with its headers and its body', () => {
  assert.deepEqual(Object.keys(document.webhooks), [...eventTypes])
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const names = post?.parameters.map(({ name }) => name)
    assert.deepEqual(names, ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    const schema = post?.requestBody?.content['application/json']?.schema as {
      properties: { type: { const: string }; data: { properties: object } }
    }
    assert.equal(schema.properties.type.const, type)
    assert.ok('sequence' in schema.properties.data.properties)
  }
})

test('every operation is in it once, under its method and path, and nothing else', () => {
  const expected = every.map(({ id, method, path }) => `${id} ${method.toLowerCase()} ${path}`).sort()
  assert.deepEqual(
    described.map(({ path, method, one }) => `${one.operationId} ${method} ${path}`).sort(),
    expected,
  )
  assert.equal(new Set(every.map(({ id }) => id)).size, every.length)
  assert.equal(new Set(every.map(({ method, path }) => `${method} ${path}`)).size, every.length)
  for (const [name, { id }] of Object.entries<Operation>(operations)) assert.equal(name, id)
})

test('the parameters of a path are declared, required, and no others', () => {
  for (const { path, one } of described) {
    const inPath = one.parameters.filter((parameter) => parameter.in === 'path')
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1])
    assert.deepEqual(inPath.map(({ name }) => name).sort(), names.sort(), path)
    for (const parameter of inPath) assert.equal(parameter.required, true)
    const all = one.parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    assert.equal(new Set(all).size, all.length, `${path} declares a parameter twice`)
    for (const parameter of one.parameters) assert.equal(typeof parameter.schema, 'object')
  }
})

test('what takes a body says which, and reading takes none', () => {
  for (const { method, one } of described) {
    const operation = every.find(({ id }) => id === one.operationId)
    const takesAnything = operation?.anyContentType === true
    assert.equal(one.requestBody !== undefined, operation?.body !== undefined || takesAnything)
    if (method === 'get') assert.equal(one.requestBody, undefined)
    const type = takesAnything ? '*/*' : 'application/json'
    if (one.requestBody) assert.ok(one.requestBody.content[type]?.schema)
  }
})

test('each answer has a schema, the success first and each refusal in the envelope', () => {
  for (const { one } of described) {
    const operation = every.find(({ id }) => id === one.operationId)
    assert.ok(one.responses[String(operation?.status)], one.operationId)
    for (const [status, { description, content }] of Object.entries(one.responses)) {
      assert.match(status, /^[2-5]\d\d$/)
      if (status < '300' && operation?.stream) continue
      if (status < '300' && operation?.file) {
        assert.deepEqual(content, { [operation.file]: { schema: { type: 'string', format: 'binary' } } })
        continue
      }
      const schema = JSON.stringify(content['application/json']?.schema)
      assert.ok(schema.includes(status < '300' ? '"data"' : '#/components/schemas/Failure'), one.operationId)
      if (status < '300') continue
      for (const [, code] of description.matchAll(/`(\w+)`: /g)) {
        assert.equal(String(refusals[code as keyof typeof refusals]?.status), status, code)
      }
    }
    for (const status of ['429', '500', '503']) assert.ok(one.responses[status], one.operationId)
  }
})

test('a stream is answered with server-sent events, and may be gone on with where it ended', () => {
  const streams = described.filter(({ one }) => one.responses['200']?.content['text/event-stream'])
  assert.deepEqual(
    streams.map(({ one }) => one.operationId),
    every.filter(({ stream }) => stream).map(({ id }) => id),
  )
  assert.ok(streams.length > 0)
  for (const { one } of streams) {
    assert.deepEqual(one.responses['200']?.content, { 'text/event-stream': { schema: { type: 'string' } } })
    const header = one.parameters.find(({ name }) => name === 'Last-Event-ID')
    assert.equal(header?.in, 'header')
    assert.notEqual(header?.required, true)
  }
})

test('every reference inside the document leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  )
  assert.ok(references.length > 0)
  for (const reference of new Set(references)) {
    assert.ok(reference.startsWith('#/'), reference)
    let place: unknown = document
    for (const step of reference.slice(2).split('/')) place = (place as Record<string, unknown>)[step]
    assert.ok(place, reference)
  }
})

test('security and tags name what is declared', () => {
  const tags = document.tags.map(({ name }) => name)
  assert.equal(new Set(tags).size, tags.length)
  for (const { one } of described) {
    for (const tag of one.tags) assert.ok(tags.includes(tag), tag)
    for (const need of one.security) {
      for (const name of Object.keys(need)) assert.ok(document.components.securitySchemes[name], name)
    }
    assert.ok(one.summary.length > 0)
  }
})

test('who may call without credentials is listed by hand', () => {
  const open = described.filter(({ one }) => one.security.length === 0).map(({ one }) => one.operationId)
  assert.deepEqual(open.sort(), [
    // Payers have the token of a link, and nothing else.
    'collectByPaymentLink',
    'getSession',
    'readPublicCollection',
    'readPublicPaymentLink',
    'requestPasswordReset',
    'resetPassword',
    'signIn',
    'signOut',
    'signUp',
    // Whoever calls back proves it by a signature of the body instead.
    'takeCallback',
    'takeProviderCallback',
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
    'createDynamicQr',
    'createHostedCollection',
    'createProviderPesa',
    'createProviderPesaPush',
    'createQr',
    'createStkPush',
    'createUssdPush',
    'createWalletPush',
    'disburseToBank',
    'disburseToMobileMoney',
    'disburseToWallet',
    'submitWithdrawal',
  ])
})

test('a query that must name the merchant says so', () => {
  const named = described.flatMap(({ one }) =>
    one.parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required === true)
      .map(({ name }) => `${one.operationId} ${name}`),
  )
  assert.deepEqual(named, ['listDisbursements merchant_id'])
})

test('whoever asks for money is told of the refusals that money has', () => {
  for (const id of ['submitWithdrawal', 'disburseToBank', 'disburseToMobileMoney', 'disburseToWallet']) {
    const told = described.find(({ one }) => one.operationId === id)?.one.responses['409']?.description ?? ''
    for (const code of ['withdrawal_restricted', 'insufficient_balance']) assert.ok(told.includes(code), id)
  }
})

test('whoever asks for a letter is told that there may be nowhere to send it', () => {
  for (const id of ['testWebhook', 'checkWebhook', 'replayEvents', 'retryDelivery']) {
    const told = described.find(({ one }) => one.operationId === id)?.one.responses['409']?.description ?? ''
    assert.ok(told.includes('invalid_state'), id)
  }
})

test('which calls a key with events:read may make is listed by hand', () => {
  const asksFor = every.filter(({ access }) => access.who === 'merchant' && access.keys === 'events:read')
  assert.deepEqual(asksFor.map(({ id }) => id).sort(), [
    'listDeliveries',
    'listEvents',
    'readDelivery',
    'readEvent',
    'streamEvents',
  ])
})
