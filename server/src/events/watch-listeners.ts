import { operations } from '@malipo/contract'
import { matcherFor } from '../auth/auth.ts'
import type { Actor } from '../http/http.ts'
import { type Running, runEvery } from '../jobs/jobs.ts'
import type { World } from '../world/world.ts'

export type WatchListeners = (caller: Listener, gone: AbortSignal) => AbortSignal

type Listener = Pick<Actor, 'merchantId' | 'by'> & { address: string }
type Watched = Listener & { end(): void }

/** As long as somebody who was signed out elsewhere may go on hearing. */
const usuallyEveryMs = 2_000

const { roles, keys: scope } = operations.streamEvents.access

/**
 * A stream goes on for minutes, and is let in once. Whoever is signed out, removed, given a role that hears nothing, or whose key is revoked or
 * narrowed meanwhile hears no more: one query for all who listen, every two seconds, and none while nobody does.
 */
export function listenerWatch(
  world: World,
  onError: (error: unknown) => void,
  everyMs = usuallyEveryMs,
): WatchListeners {
  const all = new Set<Watched>()
  let chore: Running | undefined

  async function look(): Promise<void> {
    const watched = [...all]
    const welcome = await findWelcome(world, watched)
    for (const one of watched) if (!isWelcome(welcome, one)) one.end()
  }

  return ({ merchantId, by, address }, gone) => {
    const ended = new AbortController()
    const watched: Watched = { merchantId, by, address, end: () => ended.abort() }
    function leave() {
      all.delete(watched)
      if (all.size > 0) return
      void chore?.stop()
      chore = undefined
    }
    all.add(watched)
    chore ??= runEvery(everyMs, look, onError)
    const over = AbortSignal.any([gone, ended.signal])
    over.addEventListener('abort', leave, { once: true })
    if (over.aborted) leave()
    return over
  }
}

function nameOf({ merchantId, by }: Listener): string {
  return by.kind === 'key' ? by.keyId : `${by.sessionId} ${merchantId}`
}

/** Who may hear, by name, and for keys from where. */
type Welcome = Map<string, { allowed_ips: string }>

function isWelcome(welcome: Welcome, listener: Listener): boolean {
  const known = welcome.get(nameOf(listener))
  return known !== undefined && matcherFor(known.allowed_ips)(listener.address)
}

async function findWelcome({ sql, clock }: World, watched: Watched[]): Promise<Welcome> {
  const now = clock.now()
  const keys = watched.flatMap(({ by }) => (by.kind === 'key' ? [by.keyId] : []))
  const people = watched.flatMap(({ by, merchantId }) =>
    by.kind === 'person' ? [{ session: by.sessionId, merchantId }] : [],
  )
  const rows = await sql<{ name: string; allowed_ips: string }[]>`
    select id::text as name, array_to_string(allowed_ips, ' ') as allowed_ips from api_keys
    where id = any(${keys}::uuid[]) and revoked_at is null and (expires_at is null or expires_at > ${now})
      and ${scope} = any(scopes)
    union all
    select s.id || ' ' || m.merchant_id, ''
    from unnest(${people.map(({ session }) => session)}::uuid[], ${people.map(({ merchantId }) => merchantId)}::uuid[])
      as listener (session_id, merchant_id)
    join sessions s on s.id = listener.session_id and s.expires_at > ${now}
    join memberships m on m.user_id = s.user_id and m.merchant_id = listener.merchant_id
      and m.role = any(${[...roles]}::text[])`
  return new Map(rows.map((row) => [row.name, row]))
}
