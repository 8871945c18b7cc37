import assert from 'node:assert/strict'
import { test } from 'node:test'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createSessions, digestOf } from './sessions.ts'

const limits = { most: 3, mostOfKey: 2, idleMs: 100, longestMs: 250 }

function open() {
  let at = 0
  const sessions = createSessions(limits, () => at)
  const begin = (id: string, key: string) =>
    sessions.withPlace(digestOf(key), async () => {
      const server = new McpServer({ name: 'test', version: '1' })
      sessions.begin(id, { transport: new StreamableHTTPServerTransport(), server, digest: digestOf(key) })
    })
  const isOpen = (id: string, key: string) => sessions.find(id, digestOf(key)) !== undefined
  const pass = (ms: number) => {
    at += ms
  }
  return { sessions, begin, isOpen, pass }
}

test('a session is found with the key that began it, and with no other', async () => {
  const { begin, isOpen } = open()
  await begin('one', 'asha')
  assert.deepEqual(
    [isOpen('one', 'asha'), isOpen('one', 'juma'), isOpen('two', 'asha')],
    [true, false, false],
  )
})

test('one key takes the places of its own sessions, and all together have an end', async () => {
  const { sessions, begin, isOpen } = open()
  for (const id of ['one', 'two', 'three']) assert.ok(await begin(id, 'asha'))
  assert.deepEqual(
    [isOpen('one', 'asha'), isOpen('two', 'asha'), isOpen('three', 'asha')],
    [false, true, true],
  )
  assert.ok(await begin('four', 'juma'))
  assert.equal(await begin('five', 'neema'), false)
  assert.equal(sessions.count(), 3)
})

test('those who are just opening have a place, too', async () => {
  const { sessions, begin } = open()
  const waiting = Promise.withResolvers<void>()
  const opening = ['one', 'two', 'three'].map((key) =>
    sessions.withPlace(digestOf(key), () => waiting.promise),
  )
  assert.equal(await begin('four', 'asha'), false)
  waiting.resolve()
  assert.deepEqual(await Promise.all(opening), [true, true, true])
  assert.ok(await begin('four', 'asha'))
})

test('one key that dawdles leaves places to others, and has its own again when it is done', async () => {
  const { sessions, begin } = open()
  const waiting = Promise.withResolvers<void>()
  const dawdle = () => sessions.withPlace(digestOf('juma'), () => waiting.promise)
  const opening = [dawdle(), dawdle(), dawdle()]
  const hasPlace = await begin('one', 'asha')
  waiting.resolve()
  assert.deepEqual([await Promise.all(opening), hasPlace], [[true, true, false], true])
  assert.ok(await begin('two', 'juma'))
})

test('a session ends when nobody uses it, and after its longest time whoever does', async () => {
  const { begin, isOpen, pass } = open()
  await begin('idle', 'asha')
  await begin('busy', 'juma')
  pass(60)
  assert.ok(isOpen('busy', 'juma'))
  pass(60)
  assert.deepEqual([isOpen('idle', 'asha'), isOpen('busy', 'juma')], [false, true])
  for (let round = 0; round < 2; round += 1) {
    pass(60)
    isOpen('busy', 'juma')
  }
  pass(10)
  assert.equal(isOpen('busy', 'juma'), false)
})
