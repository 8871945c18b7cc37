import { gather } from '../primitives/gather.ts'
import type { RawCallback } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { keepHeaders } from './inbox.ts'

export type Unproven = RawCallback & { provider: string }

/** Enough to see what a provider meant whose signature we cannot read yet. */
const keptBytes = 4_096

/**
 * Keeps the last of what nobody has proven, for whoever sets a provider up. Anybody can send it, so each provider has a
 * ring of slots, and a new one takes the place of the oldest.
 */
export function unprovenKeeper({ sql, clock, vault }: World): (unproven: Unproven) => Promise<void> {
  return gather<Unproven, void>(
    async (batch) => {
      const rows = batch.map(({ provider, headers, body }) => ({
        provider,
        headers: shortened(keepHeaders(vault, headers)),
        body: `\\x${Buffer.from(body).subarray(0, keptBytes).toString('hex')}`,
        bytes: body.length,
      }))
      await sql`
        insert into unproven_callbacks (provider, slot, headers, body, bytes, received_at)
        select provider, nextval('unproven_callbacks_slot'), headers, body, bytes, ${clock.now()}
        from json_populate_recordset(null::unproven_callbacks, ${JSON.stringify(rows)}::json)
        on conflict (provider, slot) do update
        set headers = excluded.headers, body = excluded.body, bytes = excluded.bytes, received_at = excluded.received_at`
      return []
    },
    // Fewer than there are slots, so that no batch meets itself.
    { most: 100, atOnce: 1 },
  )
}

function shortened(headers: RawCallback['headers']): RawCallback['headers'] {
  return JSON.stringify(headers).length <= keptBytes
    ? headers
    : { 'content-type': headers['content-type'] ?? '' }
}
