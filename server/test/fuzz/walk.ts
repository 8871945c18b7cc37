import { setTimeout as sleep } from 'node:timers/promises'
import { environments } from '@malipo/contract'
import { assembleCast, type Cast } from '../permissions/cast.ts'
import type { Parts, Stage } from '../permissions/stage.ts'
import type { Service } from '../service.ts'
import { type Draft, type Written, writeRequest } from './edits.ts'
import { type Fault, isRefused, openFaultJudge, type Seen } from './judge-answer.ts'
import type { Plan } from './plan-requests.ts'
import { openSender } from './send-request.ts'
import { type Target, targetOf } from './targets.ts'
import { type RowWatch, watchRows } from './watch-rows.ts'

/** A fault, and the request that brought it about, with no more done to it than it takes. */
export type Found = Fault & { plan: Plan; sent: string }

type Counts = { sent: number; refused: number; taken: number; unsendable: number; casts: number }

export type Walk = {
  /** Sends these, in their order, by a cast of their own. */
  go(plans: Plan[]): Promise<void>
  found: Found[]
  told(): Counts & { targets: number; principals: number }
  end(): Promise<void>
}

/** Whoever was there before such a call may be signed out after it, or may no longer do what they did. */
const endsCast = /sign-out|password|two-factor|sessions|members|api-keys|documents|\/v1\/admin\/merchants/
/** These stop providers, for everybody. */
const stopsProviders = /\/v1\/admin\/provider/

/** How many of what earlier answers showed are kept to be sent again. */
const mostSeen = 400
const worthKeeping = /[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/)[\w-]{22,64}|(?<="next_cursor":")[^"]+/g

export async function startWalk(service: Service, patienceMs?: number): Promise<Walk> {
  const watch = await watchRows(service)
  const sender = openSender(service.url, patienceMs)
  const judge = openFaultJudge()
  const counts: Counts = { sent: 0, refused: 0, taken: 0, unsendable: 0, casts: 0 }
  const asked = { targets: new Set<string>(), principals: new Set<string>() }
  const found: Found[] = []
  const known = new Set<string>()

  async function go(plans: Plan[]): Promise<void> {
    let episode = await renew()
    for (const plan of plansInOrder(plans)) {
      // What was taken before may have ruined more than its path tells: then a fresh cast can do what this one cannot.
      if (!(await isReady(plan, episode))) episode = await renew()
      const seen = await playPatiently(plan, episode)
      const faults = judge(seen)
      for (const fault of faults) {
        const name = `${plan.target} ${fault.kind}`
        if (known.has(name)) continue
        known.add(name)
        found.push(await reduced(plan, fault, episode))
      }
      count(plan, seen)
      if (wasTaken(seen, stopsProviders)) await resumeProviders(service)
      if (wasTaken(seen, endsCast)) episode = await renew()
    }
  }

  async function renew(): Promise<Episode> {
    counts.casts += 1
    return await beginEpisode(service)
  }

  function count({ target, as }: Plan, { answer }: Seen): void {
    counts.sent += 1
    asked.targets.add(target)
    asked.principals.add(as)
    if ('unsendable' in answer) counts.unsendable += 1
    if ('status' in answer) counts[isRefused(answer) ? 'refused' : 'taken'] += 1
  }

  /** Who is told that it took too long tries again, as asked: on a busy machine that is no fault unless it stays so. */
  async function playPatiently(plan: Plan, episode: Episode): Promise<Seen> {
    for (let tries = 1; ; tries++) {
      const seen = await play(plan, episode)
      if (!tookTooLong(seen) || tries === mostTries) return seen
      await sleep(retryMs)
    }
  }

  async function play(plan: Plan, episode: Episode): Promise<Seen> {
    const target = targetOf(plan.target)
    const draft = await episode.draftFor(target, plan.as)
    await settle(service, watch)
    service.logLines.length = 0
    const sent = writeRequest(draft, plan.edits, { ...episode, newId: service.world.newId })
    const answer = await sender.send(sent)
    await settled(service)
    const seen = { sent, answer, changes: await watch.changes(), complaints: complaintsOf(service) }
    if ('status' in answer) {
      if (!isRefused(answer) && sent.method !== 'GET') episode.spent(target, plan.as)
      for (const [one] of answer.text.slice(0, 20_000).matchAll(worthKeeping)) episode.keep(one)
    }
    return seen
  }

  /** What was done to the request and had nothing to do with the fault is left out, as long as the fault remains. */
  async function reduced(plan: Plan, fault: Fault, episode: Episode): Promise<Found> {
    let smaller = plan
    let last = fault
    let at = 0
    while (at < smaller.edits.length) {
      const without = { ...smaller, edits: smaller.edits.toSpliced(at, 1) }
      const seen = await play(without, episode)
      const again = judge(seen).find(({ kind }) => kind === fault.kind)
      if (again) [smaller, last] = [without, again]
      else at += 1
    }
    const draft = await episode.draftFor(targetOf(plan.target), plan.as)
    return {
      ...last,
      plan: smaller,
      sent: textOf(writeRequest(draft, smaller.edits, { ...episode, newId: service.world.newId })),
    }
  }

  const told = () => ({ ...counts, targets: asked.targets.size, principals: asked.principals.size })
  return { go, found, told, end: () => sender.close() }
}

/** What ends sessions and keys comes last, so that most are sent by one cast. */
function plansInOrder(plans: Plan[]): Plan[] {
  const ends = ({ target }: Plan) => endsCast.test(targetOf(target).path) && targetOf(target).method !== 'GET'
  return [...plans.filter((one) => !ends(one)), ...plans.filter(ends)]
}

async function isReady({ target, as }: Plan, episode: Episode): Promise<boolean> {
  return await episode.draftFor(targetOf(target), as).then(
    () => true,
    () => false,
  )
}

type Episode = {
  cast: Cast
  seen: string[]
  keep(text: string): void
  draftFor(target: Target, as: Plan['as']): Promise<Draft>
  spent(target: Target, as: Plan['as']): void
}

/** A cast, and good requests that it could send: each until it was used up. */
async function beginEpisode(service: Service): Promise<Episode> {
  const cast = await assembleCast(service)
  const stage: Stage = { service, cast }
  const goods = new Map<string, Parts>()
  // Most good requests are the same whoever sends them.
  const nameOf = ({ id, sample }: Target, as: Plan['as']) => (sample.length > 1 ? `${id} ${as}` : id)
  const seen: string[] = []
  let at = 0
  return {
    cast,
    seen,
    keep(text) {
      seen[at++ % mostSeen] = text
    },
    async draftFor(target, as) {
      const name = nameOf(target, as)
      const parts = goods.get(name) ?? (await target.sample(stage, as))
      goods.set(name, parts)
      const { params = {}, query = {}, headers = {}, body, cookie } = parts
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
    spent: (target, as) => void goods.delete(nameOf(target, as)),
  }
}

function wasTaken({ sent, answer }: Seen, among: RegExp): boolean {
  return 'status' in answer && !isRefused(answer) && sent.method !== 'GET' && among.test(sent.path)
}

/** The simulated network carries everything here; without it nothing that the walk does would come far. */
async function resumeProviders({ world, parts }: Service): Promise<void> {
  await world.sql.begin(async (tx) => {
    await tx`delete from provider_routes`
    await tx`delete from provider_states`
    await tx`update routing_version set version = version + 1`
  })
  await parts.registry.renew()
}

/** What the last request or sample still writes is not the next one's. */
async function settle(service: Service, watch: RowWatch): Promise<void> {
  await settled(service)
  await watch.changes()
}

async function settled({ parts }: Service): Promise<void> {
  if (parts.sendings.size > 0) await Promise.allSettled(parts.sendings)
  await Promise.all(environments.map((one) => parts.player.settled(one)))
  await parts.exchanges.written()
}

const mostTries = 4
const retryMs = 3_000

function tookTooLong({ answer }: Seen): boolean {
  return 'status' in answer && answer.status === 503 && answer.text.includes('"unavailable"')
}

const complaining = ['error', 'fatal']

function complaintsOf({ logLines }: Service): string[] {
  return logLines.filter((line) => {
    const { level, err, msg } = JSON.parse(line)
    // Of an answer that was given up for taking too long, the work ends later, with the next request or the one after.
    const isAftermath = err?.code === 'unavailable' && /reply\.sent = true/.test(msg)
    return complaining.includes(level) && !isAftermath
  })
}

/** Each with the line that the corpus would keep of it. */
export function tellFound(found: Found[]): string {
  return found
    .map(({ kind, told, plan, sent }) =>
      [`${plan.target} ${kind}: ${told}`, JSON.stringify(plan), sent].join('\n      '),
    )
    .join('\n\n')
}

function textOf({ method, path, headers, body }: Written): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${/authorization|cookie/.test(name) ? '…' : value.slice(0, 200)}`,
  )
  return [`${method} ${path.slice(0, 600)}`, ...lines, '', body?.toString().slice(0, 600) ?? ''].join(
    '\n      ',
  )
}
