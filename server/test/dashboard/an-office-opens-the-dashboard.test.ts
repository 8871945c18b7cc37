import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'

let service: Service
before(async () => {
  service = await startService({ environment: { RATE_LIMIT: 'on' } })
})
after(() => service.stop())

test('however many open pages behind one address, their calls are let in, and only calls are counted', async () => {
  const first = await fetch(`${service.url}/`)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await first.text())?.[1] ?? assert.fail('no script')
  assert.equal(first.headers.get('ratelimit-limit'), null)
  for (let round = 0; round < 5; round += 1) {
    const opened = Array.from({ length: 40 }, () => [`/m/x/live/payments`, script]).flat()
    const statuses = await Promise.all(
      opened.map(async (path) => {
        const answer = await fetch(service.url + path)
        await answer.arrayBuffer()
        return answer.status
      }),
    )
    assert.deepEqual([...new Set(statuses)], [200])
  }
  const call = await service.call('/v1/auth/get-session')
  assert.equal(call.status, 200)
  const { headers } = call
  const left = Number(headers.get('ratelimit-limit')) - Number(headers.get('ratelimit-remaining'))
  assert.equal(left, 1, 'a call is counted, and it is the first')
})
