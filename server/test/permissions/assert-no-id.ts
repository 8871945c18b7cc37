import assert from 'node:assert/strict'
import type { Reply, Service } from '../service.ts'
import { traces } from './traces.ts'

/** Sends a request for an id of the other merchant, for ids of nobody, and expects one answer for all of them. */
export async function assertNoId(
  service: Service,
  foreignId: string,
  send: (id: string) => Promise<Reply>,
): Promise<void> {
  const before = await traces(service)
  const unknown = await send(service.world.newId())
  assert.equal(`${unknown.status} ${unknown.body.error.code}`, '404 not_found')
  for (const id of [foreignId, 'no-id', '%00', encodeURIComponent("' or true --")]) {
    const answer = await send(id)
    assert.deepEqual([answer.status, answer.body], [unknown.status, unknown.body], id)
  }
  assert.deepEqual(await traces(service), before)
}
