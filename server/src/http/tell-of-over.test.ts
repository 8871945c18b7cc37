import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { until } from '../../test/test-clusters.ts'
import { createLog } from '../telemetry/telemetry.ts'
import { tellOfOver } from './tell-of-over.ts'

test('one who fails when told keeps nobody else from being told, nor the service from going on', async () => {
  const lines: string[] = []
  const told: string[] = []
  const loggerInstance: FastifyBaseLogger = createLog({
    level: 'error',
    destination: { write: (line) => void lines.push(line) },
  })
  const app = fastify({ loggerInstance })
  tellOfOver(app, [
    () => {
      throw new Error('a fault of ours')
    },
    ({ url }) => void told.push(url),
  ])
  const began = Promise.withResolvers<void>()
  app.get('/quick', async () => 'done')
  app.get('/endless', () => {
    began.resolve()
    return new ReadableStream({ start: (stream) => stream.enqueue('begun') })
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    await (await fetch(`${url}/quick`)).text()
    const asking = request(`${url}/endless`, { agent: false }, () => asking.destroy()).on('error', () => {})
    asking.end()
    await began.promise
    await until(() => told.length === 2)
    assert.deepEqual(told, ['/quick', '/endless'])
    const errors = lines.map((line) => JSON.parse(line).err.message)
    assert.deepEqual(errors, ['a fault of ours', 'a fault of ours'])
  } finally {
    await app.close()
  }
})
