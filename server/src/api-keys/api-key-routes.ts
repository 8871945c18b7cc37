import { operations } from '@malipo/contract'
import { type Actor, type Route, readPage, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { instantFrom } from '../primitives/instant.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { type ChangedBy, createApiKeys } from './create-api-keys.ts'
import { revokeApiKey, rotateApiKey } from './end-api-keys.ts'
import { showApiKey } from './show-api-key.ts'

export function routes({ world }: { world: World }): Route[] {
  const { sql } = world
  return [
    route(operations.createApiKey, ({ body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const expiresAt = expiryOf(body.expires_at ?? null, world.clock.now())
        const [created] = await createApiKeys(tx, world, changedBy(caller, requestId), [
          {
            merchantId: caller.merchantId,
            environment: body.environment,
            name: body.name,
            scopes: body.scopes,
            expiresAt,
          },
        ])
        if (!created) throw new Error('No key was made.')
        return { ...showApiKey(created.row), api_key: created.key }
      }),
    ),
    route(operations.listApiKeys, ({ query, caller, lists }) =>
      readPage(lists, query, {
        rows: sql`
          select id, name, environment, scopes, last_four, expires_at, last_used_at, revoked_at, created_at
          from api_keys where merchant_id = ${caller.merchantId}
            ${query.environment ? sql`and environment = ${query.environment}` : sql``}`,
        show: showApiKey,
      }),
    ),
    route(operations.revokeApiKey, async ({ params, caller, requestId }) => {
      const target = { merchantId: caller.merchantId, keyId: knownId(params.key_id) }
      return showApiKey(
        await sql.begin((tx) => revokeApiKey(tx, world, changedBy(caller, requestId), target)),
      )
    }),
    route(operations.rotateApiKey, ({ params, body, caller, requestId, idempotently }) =>
      idempotently(async (tx) => {
        const { row, key } = await rotateApiKey(tx, world, changedBy(caller, requestId), {
          merchantId: caller.merchantId,
          keyId: knownId(params.key_id),
          overlapSeconds: body.overlap_seconds ?? 0,
        })
        return { ...showApiKey(row), api_key: key }
      }),
    ),
  ]
}

function expiryOf(text: string | null, now: Date): Date | null {
  if (text === null) return null
  const instant = instantFrom(text)
  if (instant === null) throw invalid({ field: 'expires_at', problem: 'must be a time that exists' })
  if (instant <= now) throw invalid({ field: 'expires_at', problem: 'must be in the future' })
  return instant
}

function changedBy(caller: Actor, requestId: string): ChangedBy {
  if (caller.by.kind !== 'person') throw new Error('Keys are kept by people.')
  return { actor: { kind: 'member', id: caller.by.user.id }, requestId }
}

/** An id of another shape cannot exist, and the database would complain about it. */
function knownId(id: string): string {
  if (!isId(id)) throw new Refusal('not_found')
  return id
}
