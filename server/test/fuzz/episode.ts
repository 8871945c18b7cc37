import { assembleCast, type Cast, type Principal } from '../permissions/cast.ts'
import type { Parts, Stage } from '../permissions/stage.ts'
import type { Service } from '../service.ts'
import type { Draft } from './edits.ts'
import type { Target } from './targets.ts'

/** A cast, and good requests that it could send. */
export type Episode = {
  cast: Cast
  seen: string[]
  keep(text: string): void
  /** Whether there is a good request of it, or one can be made. */
  isReady(target: Target, as: Principal): Promise<boolean>
  /** Made anew when the last one was used up. */
  draftFor(target: Target, as: Principal): Promise<Draft>
  /** Its good request was taken: what it was about may be over. */
  spent(target: Target, as: Principal): void
  /** Looks who is no longer what they were: signed out, removed, suspended. */
  takeStock(): Promise<void>
  canGoOnWith(as: Principal): boolean
  /** How many good requests were made; whoever makes one writes rows. */
  made(): number
}

/** How many of what earlier answers showed are kept to be sent again. */
const mostSeen = 400

/** What was taken is sent so many times more: a request about something that is over has ways of its own to go wrong. */
const mostAfterTaken = 8

/** Without these no good request can be made. */
const needed: Principal[] = ['owner', 'super_admin', 'live_key', 'sandbox_key']

type Good = { parts: Parts; left: number }

export async function beginEpisode(service: Service): Promise<Episode> {
  const cast = await assembleCast(service)
  const stage: Stage = { service, cast }
  const goods = new Map<string, Good>()
  // Most good requests are the same whoever sends them.
  const nameOf = ({ id, sample }: Target, as: Principal) => (sample.length > 1 ? `${id} ${as}` : id)
  const seen: string[] = []
  let at = 0
  let made = 0
  const before = await standings(service, cast)
  const fallen = new Set<Principal>()

  async function goodOf(target: Target, as: Principal): Promise<Good> {
    const name = nameOf(target, as)
    const known = goods.get(name)
    if (known) return known
    made += 1
    const good = { parts: await target.sample(stage, as), left: Number.POSITIVE_INFINITY }
    goods.set(name, good)
    return good
  }

  return {
    cast,
    seen,
    keep(text) {
      seen[at++ % mostSeen] = text
    },
    isReady: (target, as) =>
      goodOf(target, as).then(
        () => true,
        () => false,
      ),
    async draftFor(target, as) {
      const good = await goodOf(target, as)
      good.left -= 1
      if (good.left <= 0) goods.delete(nameOf(target, as))
      const { params = {}, query = {}, headers = {}, body, cookie } = good.parts
      const { key, cookie: own } = cast.credentials[as]
      const cookies = [own, cookie].filter((one) => one !== undefined).join('; ')
      return {
        ...{ method: target.method, path: target.path, isForm: target.isForm, params, query, body },
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(cookies !== '' && { cookie: cookies }),
          ...headers,
        },
      }
    },
    spent(target, as) {
      const good = goods.get(nameOf(target, as))
      if (good) good.left = Math.min(good.left, mostAfterTaken)
    },
    async takeStock() {
      const now = await standings(service, cast)
      for (const [name, was] of before) if (now.get(name) !== was) fallen.add(name)
    },
    made: () => made,
    canGoOnWith: (as) => ![...needed, as].some((one) => fallen.has(one)),
  }
}

/** What each is, as one text: who they are to whom, and by what they are let in. */
async function standings({ world: { sql } }: Service, cast: Cast): Promise<Map<Principal, string>> {
  const merchants = [cast.merchantId, cast.foreignMerchantId]
  const names = Object.keys(cast.emails) as Principal[]
  const people = await sql<{ email: string; told: string }[]>`
    select u.email, concat_ws(' ', u.two_factor_enabled, a.password, s.user_id is not null,
      (select min(id::text) from sessions where user_id = u.id and expires_at > now()),
      (select string_agg(m.merchant_id || m.role, ' ' order by m.merchant_id) from memberships m where m.user_id = u.id)) as told
    from users u left join accounts a on a.user_id = u.id left join super_admins s on s.user_id = u.id
    where u.email = any (${names.map((name) => cast.emails[name]?.toLowerCase() ?? '')})`
  const [shared] = await sql<{ told: string }[]>`
    select concat_ws(' ',
      (select string_agg(verification_status || is_active, ' ' order by id) from merchants where id = any (${merchants})),
      (select string_agg(id || concat(revoked_at, expires_at, scopes, allowed_ips), ' ' order by id) from (
        select * from api_keys where merchant_id = any (${merchants}) order by id limit ${keysOfACast}) k)) as told`
  const byEmail = new Map(people.map(({ email, told }) => [email, told]))
  const all = `${shared?.told}`
  return new Map<Principal, string>([
    ...(['live_key', 'sandbox_key', 'narrow_key', 'foreign_key'] as const).map(
      (name) => [name, all] as const,
    ),
    ...names.map((name) => [name, `${all} ${byEmail.get(cast.emails[name]?.toLowerCase() ?? '')}`] as const),
  ])
}

/** Two of each merchant, and the four that are spoilt or narrow. Ids rise, so that those made later come after them. */
const keysOfACast = 8
