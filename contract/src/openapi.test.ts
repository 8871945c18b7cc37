import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Answer,
  answerOf,
  type Document,
  described,
  document,
  every,
  follow,
  options,
} from '../test/read-openapi.ts'
import { eventTypes, type Operation, operations, refusals } from './contract.ts'

test('it is a 3.1 document that says what and where', () => {
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual([document.info.title, document.info.version], ['Malipo', '1.2.3'])
})

test('live and sandbox have one address, and what decides is said; callbacks of the sandbox have their own', () => {
  const [live, sandbox] = document.servers
  assert.deepEqual([live?.url, sandbox?.url, document.servers.length], [options.baseUrl, options.baseUrl, 2])
  assert.match(live?.description ?? '', /mlp_live_/)
  assert.match(sandbox?.description ?? '', /mlp_sandbox_.*X-Environment: sandbox/)
  const own = described.filter(({ one }) => 'servers' in one)
  assert.deepEqual(
    own.map(({ one }) => [one.operationId, (one as unknown as Document).servers[0]?.url]),
    [['takeSandboxCallback', options.sandboxBaseUrl]],
  )
})

test('every event is in it, with its headers and its body', () => {
  assert.deepEqual(Object.keys(document.webhooks), [...eventTypes])
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const names = post?.parameters.map(({ name }) => name)
    assert.deepEqual(names, ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    type Body = { properties: { type: { const: string }; data: { $ref: string } } }
    const schema = follow(post?.requestBody?.content['application/json']?.schema as Body)
    assert.equal(schema.properties.type.const, type)
    const told = follow<{ properties: object }>(schema.properties.data)
    assert.ok('sequence' in told.properties)
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
    for (const status of Object.keys(one.responses)) {
      assert.match(status, /^[2-5]\d\d$/)
      const content = answerOf(one, status)?.content ?? {}
      if (status < '300' && operation?.stream) continue
      if (status < '300' && operation?.file) {
        const types = [operation.file, ...(operation.otherFiles ?? [])]
        const bytes = { type: 'string', format: 'binary' }
        const schemaOf = (type: string) => (type === 'application/json' ? { type: 'object' } : bytes)
        assert.deepEqual(content, Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }])))
        continue
      }
      const { properties } = content['application/json']?.schema as { properties: object }
      assert.deepEqual(Object.keys(properties), ['success', status < '300' ? 'data' : 'error'])
    }
    for (const status of ['429', '500', '503']) assert.ok(one.responses[status], one.operationId)
  }
})

test('the codes of a refusal are in its words, its examples and the choice of its schemas, and have its status', () => {
  for (const { one } of described) {
    for (const status of Object.keys(one.responses).filter((status) => status >= '300')) {
      const { description, content } = answerOf(one, status) as Answer
      const inWords = [...description.matchAll(/^`(\w+)`: /gm)].map(([, code]) => code)
      const { schema, examples = {} } = content['application/json'] ?? { schema: undefined }
      type Choice = { $ref: string } | { oneOf: { $ref: string }[] }
      const { error } = (schema as { properties: { error: Choice } }).properties
      const options = 'oneOf' in error ? error.oneOf : [error]
      const inSchemas = options.map(
        (place) => follow<{ properties: { code: { const: string } } }>(place).properties.code.const,
      )
      assert.ok(inWords.length > 0)
      assert.deepEqual(inSchemas, inWords)
      assert.deepEqual(Object.keys(examples), inWords)
      for (const code of inSchemas)
        assert.equal(String(refusals[code as keyof typeof refusals].status), status)
    }
  }
})

test('a stream is answered with server-sent events, and may be gone on with where it ended', () => {
  const streams = described.filter(({ one }) => answerOf(one, 200)?.content['text/event-stream'])
  assert.deepEqual(
    streams.map(({ one }) => one.operationId),
    every.filter(({ stream }) => stream).map(({ id }) => id),
  )
  assert.ok(streams.length > 0)
  for (const { one } of streams) {
    assert.deepEqual(answerOf(one, 200)?.content, { 'text/event-stream': { schema: { type: 'string' } } })
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
    assert.ok(follow({ $ref: reference }), reference)
  }
})

test('security and tags name what is declared; tags come as a developer meets them, and paths with them', () => {
  const tags = document.tags.map(({ name }) => name)
  assert.equal(new Set(tags).size, tags.length)
  assert.deepEqual([tags[0], tags.at(-2), tags.at(-1)], ['Collections', 'Administration', 'Sign-in'])
  assert.deepEqual(new Set(every.map(({ tag }) => tag)), new Set(tags))
  for (const { name, description } of document.tags) assert.ok(description.length > 20, name)
  assert.equal(described[0]?.one.tags[0], 'Collections')
  for (const { one } of described) {
    for (const tag of one.tags) assert.ok(tags.includes(tag), tag)
    for (const need of one.security) {
      for (const name of Object.keys(need)) assert.ok(document.components.securitySchemes[name], name)
    }
    assert.ok(one.summary.length > 0)
  }
})
