import { type BodyOf, operations } from '@malipo/contract'
import { leftOn, type PayoutCapsWish, readPayoutCaps } from '../auth/auth.ts'
import { type Actor, type Route, readPage, route } from '../http/http.ts'
import { isId } from '../primitives/id.ts'
import { dayAt, instantFrom } from '../primitives/instant.ts'
import { minorFromText } from '../primitives/money.ts'
import { invalid, Refusal } from '../primitives/refusal.ts'
import type { World } from '../world/world.ts'
import { allowedIpsFrom } from './allowed-ips.ts'
import { changeApiKey } from './change-api-keys.ts'
import { type ChangedBy, createApiKeys } from './create-api-keys.ts'
import { revokeApiKey, rotateApiKey } from './end-api-keys.ts'
import { amountOf, selectApiKeys, showApiKey } from './show-api-key.ts'

export function routes({ world }: { world: World }): Route[] {
  const { sql } = world
  return [
    route(operations.readCaller, ({ caller }) => showCaller(world, caller)),
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
            payoutCaps: capsOf(body.payout_caps),
            allowedIps: allowedIpsFrom(body.allowed_ips ?? []),
          },
        ])
        if (!created) throw new Error('No key was made.')
        return { ...showApiKey(created.row), api_key: created.key }
      }),
    ),
    route(operations.listApiKeys, ({ query, caller, lists }) =>
      readPage(lists, query, {
        rows: sql`
          ${selectApiKeys(sql)} where k.merchant_id = ${caller.merchantId}
            ${query.environment ? sql`and k.environment = ${query.environment}` : sql``}`,
        show: showApiKey,
      }),
    ),
    route(operations.changeApiKey, async ({ params, body, caller, requestId }) => {
      const target = { merchantId: caller.merchantId, keyId: knownId(params.key_id) }
      const by = changedBy(caller, requestId)
      return showApiKey(await sql.begin((tx) => changeApiKey(tx, world, by, target, body)))
    }),
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

async function showCaller(world: World, { merchant, environment, role, by }: Actor) {
  const who = { merchant_id: merchant.id, merchant_name: merchant.name, environment, role }
  if (by.kind !== 'key') return { ...who, api_key: null }
  return {
    ...who,
    api_key: {
      id: by.keyId,
      scopes: [...by.scopes],
      payout_caps: by.payoutCapsId === null ? null : await showCapsNow(world, by.payoutCapsId),
    },
  }
}

async function showCapsNow({ sql, clock }: World, id: string) {
  const caps = await readPayoutCaps(sql, id)
  return {
    currency: caps.currency,
    each: amountOf(caps.each),
    daily: amountOf(caps.daily),
    left_today: amountOf(leftOn(dayAt(clock.now()), caps)),
  }
}

/** Money leaves in shillings, so caps are in shillings. */
const capsCurrency = 'TZS'

function capsOf(wished: BodyOf<typeof operations.createApiKey>['payout_caps']): PayoutCapsWish | undefined {
  if (!wished) return undefined
  const [each, daily] = [wished.each, wished.daily].map((text) =>
    text === undefined ? null : minorFromText(text),
  ) as [bigint | null, bigint | null]
  if (each === null && daily === null) {
    throw invalid({ field: 'payout_caps', problem: 'must have each, daily or both' })
  }
  if (each !== null && daily !== null && each > daily) {
    throw invalid({ field: 'payout_caps.each', problem: 'must not be more than payout_caps.daily' })
  }
  return { currency: capsCurrency, each, daily }
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
