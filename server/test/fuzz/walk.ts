import { setTimeout as sleep } from 'node:timers/promises'
import { environments } from '@malipo/contract'
import type { Service } from '../service.ts'
import { writeRequest } from './edits.ts'
import { beginEpisode, type Episode } from './episode.ts'
import { type Fault, faultsOf, isRefused, type Seen } from './judge-answer.ts'
import type { Plan } from './plan-requests.ts'
import { openSender } from './send-request.ts'
import { targetOf } from './targets.ts'
import { type Found, textOf } from './tell-found.ts'
import { watchRows } from './watch-rows.ts'

export type Counts = { sent: number; refused: number; taken: number; unsendable: number; casts: number }

export type Walk = {
  /** Sends these, in their order, by a cast of their own. */
  go(plans: Plan[]): Promise<void>
  found: Found[]
  told(): Counts & { targets: string[]; principals: string[] }
  end(): Promise<void>
}

/** Whoever was there before such a call may be signed out after it, or may no longer do what they did. */
const endsCast = /sign-out|password|two-factor|sessions|members|api-keys|documents|\/v1\/admin\/merchants/
/** These stop providers, for everybody. */
const stopsProviders = /\/v1\/admin\/provider/

const worthKeeping = /[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/)[\w-]{22,64}|(?<="next_cursor":")[^"]+/g

export async function startWalk(service: Service, patienceMs?: number): Promise<Walk> {
  const watch = await watchRows(service)
  const sender = openSender(service.url, patienceMs)
  const counts: Counts = { sent: 0, refused: 0, taken: 0, unsendable: 0, casts: 0 }
  const asked = { targets: new Set<string>(), principals: new Set<string>() }
  const found: Found[] = []
  const known = new Set<string>()
  /** Up to where rows were noted when last somebody was refused and left nothing, and who had made what by then. */
  let quiet: { episode: Episode; made: number; place: string } | undefined

  async function go(plans: Plan[]): Promise<void> {
    await watch.forget()
    quiet = undefined
    let episode = await renew()
    for (const plan of plansInOrder(plans)) {
      // What was taken before may have ruined more than it tells: then a fresh cast can do what this one cannot.
      const canGoOn = episode.canGoOnWith(plan.as) && (await episode.isReady(targetOf(plan.target), plan.as))
      if (!canGoOn) episode = await renew()
      const seen = await playPatiently(plan, episode)
      const faults = faultsOf(seen)
      for (const fault of faults) {
        const name = `${plan.target} ${fault.kind}`
        if (known.has(name)) continue
        known.add(name)
        found.push(await reduced(plan, fault, episode))
      }
      count(plan, seen)
      if (wasTaken(seen, stopsProviders)) await resumeProviders(service)
      if (wasTaken(seen, endsCast)) await episode.takeStock()
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
    await settled(service)
    // What the last request or the sample has written is not this one's. Where neither wrote anything, nothing is new.
    if (quiet?.episode !== episode || quiet.made !== episode.made()) quiet = undefined
    const before = quiet?.place ?? (await watch.place())
    service.logLines.length = 0
    const sent = writeRequest(draft, plan.edits, { ...episode, newId: service.world.newId })
    const answer = await sender.send(sent)
    await settled(service)
    // What was taken may leave what it likes.
    const changes = 'status' in answer && isRefused(answer) ? await watch.changesSince(before) : []
    const isQuiet = 'status' in answer && isRefused(answer) && changes.length === 0
    quiet = isQuiet ? { episode, made: episode.made(), place: before } : undefined
    const seen = { sent, answer, changes, complaints: complaintsOf(service) }
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
      const again = faultsOf(seen).find(({ kind }) => kind === fault.kind)
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

  const told = () => ({ ...counts, targets: [...asked.targets], principals: [...asked.principals] })
  return { go, found, told, end: () => sender.close() }
}

/** What ends sessions and keys comes last, so that most are sent by one cast. */
function plansInOrder(plans: Plan[]): Plan[] {
  const ends = ({ target }: Plan) => endsCast.test(targetOf(target).path) && targetOf(target).method !== 'GET'
  return [...plans.filter((one) => !ends(one)), ...plans.filter(ends)]
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
