import type { Transaction } from '../database/database.ts'
import { type Contradiction, openDiscrepancies } from '../discrepancies/discrepancies.ts'
import { hint, keepWords, type LookUp, type Said } from '../evidence/evidence.ts'
import { leaveOutOfWord } from '../primitives/leave-out-people.ts'
import { Refusal } from '../primitives/refusal.ts'
import type { Registry } from '../providers/providers.ts'
import { type KeptHit, keepHits } from '../risk/risk.ts'
import { outcomeOf, type PushOutcome } from '../weather/weather.ts'
import type { World } from '../world/world.ts'
import { type CollectionStatus, mayMove } from './collection-lifecycle.ts'
import { type CollectionRow, peopleOf } from './collection-row.ts'
import { contradictionOf } from './contradiction-of.ts'
import { type FallThrough, fallThrough } from './fall-through.ts'
import { failureIn, judgeReport, type Report, type Verdict } from './judge-report.ts'
import { asTried, judgeTry, type TryEnd, type TryVerdict } from './judge-try.ts'
import { keepPayloads, type Payload } from './keep-payloads.ts'
import { claimEvents, type Locked, lockCollections, lockFreeCollections, tryOf } from './lock-collections.ts'
import { moveCollections, type Shown, type Step, stepsOf } from './move-collections.ts'
import { idleEndOf } from './page-rules.ts'
import { type KeptTry, keepTries, type PageTry, tryIdOf } from './page-try.ts'
import { keepPayerNames, type NamedPayer, payerNamedIn } from './payer-names.ts'
import { hitsAtMoney, type MoneyRules, readMoneyRules } from './read-money-rules.ts'

export type Resolution = {
  outcome: 'applied' | 'duplicate' | 'ignored' | 'discrepancy'
  collection: CollectionRow
}

type Consequences = {
  steps: Step[]
  /** Tries of those that have several, as they are then. */
  tries: KeptTry[]
  /** With the words in which they were told. */
  contradictions: { contradiction: Contradiction; said: Said[] }[]
  payloads: Payload[]
  payers: NamedPayer[]
  said: Said[]
  hits: KeptHit[]
  /** What the provider has to be asked about before anybody can tell what it means. */
  doubted: LookUp[]
}

/**
 * Judges reports in their order against the locked rows, then writes all that follows at once. Duplicates, late and
 * unordered words are one case: what a word means depends on nothing but the state that it finds.
 */
export async function resolveCollections(
  tx: Transaction,
  world: World,
  registry: Registry,
  reports: Report[],
): Promise<Resolution[]> {
  return await resolveLocked(tx, world, registry, reports, await lockCollections(tx, reports))
}

/** The same for those whose collection nobody else holds now; null for the others. Nobody is waited for. */
export async function resolveFree(
  tx: Transaction,
  world: World,
  registry: Registry,
  reports: Report[],
  merchantIds: string[],
): Promise<(Resolution | null)[]> {
  const locked = await lockFreeCollections(tx, reports, merchantIds)
  const free = reports.filter(({ collectionId }) => locked.has(collectionId))
  const resolutions = await resolveLocked(tx, world, registry, free, locked)
  const byReport = new Map(free.map((report, place) => [report, resolutions[place] ?? null]))
  return reports.map((report) => byReport.get(report) ?? null)
}

async function resolveLocked(
  tx: Transaction,
  world: World,
  registry: Registry,
  reports: Report[],
  locked: Map<string, Locked>,
): Promise<Resolution[]> {
  if (reports.length === 0) return []
  const at = world.clock.now()
  const mayAct = await claimEvents(tx, at, reports, locked)
  const rulesFor = await readMoneyRules(tx, reports, locked)
  const consequences: Consequences = {
    steps: [],
    tries: [],
    contradictions: [],
    payloads: [],
    payers: [],
    said: [],
    hits: [],
    doubted: [],
  }
  const resolutions = reports.map((given): Resolution => {
    const found = find(locked, given)
    const report = { ...given, word: leaveOutOfWord(given.word, peopleOf(found.collection)) }
    if (!mayAct(given)) return { outcome: 'duplicate', collection: found.collection }
    const onward = fallThrough(world, registry, found, report, at)
    if (onward) return goOn(consequences, report, found, onward, at)
    const tried = tryOf(found, report)
    const { verdict, end } = judge(report, { ...found, ...rulesFor(given) }, tried, registry, at)
    const heard = isTold(verdict) ? saidIn(report, found.collection, tried) : []
    const said = verdict.kind === 'doubt' ? heard.map((one) => ({ ...one, isDoubted: true })) : heard
    consequences.said.push(...said)
    if (verdict.kind === 'doubt') consequences.doubted.push(lookUpOf(found.collection, tried))
    if (verdict.kind === 'discrepancy')
      consequences.contradictions.push({
        contradiction: contradictionOf(found.collection, tried, verdict),
        said,
      })
    consequences.hits.push(...hitsAtMoney(world, found.collection, verdict))
    const after = tried && endTry(found, tried, end, at)
    if (after && after !== tried) consequences.tries.push(keptOf(found, after))
    const moved = follow(consequences, report, verdict, { ...found, tried: after }, at)
    const name = verdict.kind === 'move' ? payerNamedIn(given.word, moved) : null
    if (name !== null) consequences.payers.push({ id: moved.id, payer_name: name })
    found.collection = { ...moved, payer_name: name ?? moved.payer_name }
    return { outcome: outcomes[verdict.kind], collection: found.collection }
  })
  await keepPayloads(tx, consequences.payloads)
  await keepPayerNames(tx, consequences.payers)
  await keepTries(tx, consequences.tries)
  await keepHits(tx, consequences.hits)
  await moveCollections(tx, world, consequences.steps)
  const turns = await keepWords(tx, world, consequences.said)
  await openDiscrepancies(
    tx,
    world,
    consequences.contradictions.map(({ contradiction, said }) => ({
      ...contradiction,
      isTurn: said.some((word) => turns.has(word)),
    })),
  )
  await hint(tx, world, consequences.doubted)
  world.crashPoint?.('collection.resolving')
  return resolutions
}

/** An order that was refused goes on elsewhere: nobody hears of it but who reads the history. */
function goOn(
  { steps, tries, said }: Consequences,
  report: Report,
  found: Locked,
  { refused, next, note, shown }: FallThrough,
  at: Date,
): Resolution {
  const { collection } = found
  const heard = heardIn(report, ['processing'], collection, refused, at)
  said.push(...saidIn(report, collection, refused))
  tries.push(keptOf(found, refused), keptOf(found, next))
  found.tries = [...found.tries.slice(0, -1), refused, next]
  const move = { collection, path: ['processing' as const], source: report.source, providerStatus: 'PENDING' }
  const path = stepsOf({ ...move, note, shown, heard }, at)
  steps.push(...path)
  found.collection = path.at(-1)?.after ?? collection
  return { outcome: 'applied', collection: found.collection }
}

function keptOf({ collection }: Locked, tried: PageTry): KeptTry {
  return { ...tried, merchant_id: collection.merchant_id }
}

const outcomes = {
  move: 'applied',
  ignore: 'ignored',
  discrepancy: 'discrepancy',
  doubt: 'ignored',
} as const

function judge(
  { word, source }: Report,
  found: Locked & MoneyRules,
  tried: PageTry | null,
  registry: Registry,
  at: Date,
): TryVerdict {
  const { collection } = found
  if (word.kind === 'decided') {
    // A decision is made about what somebody saw: if that has moved on since, it is not carried out.
    const first = word.path[0]
    const isOpen = first !== undefined && collection.status === word.from && mayMove(word.from, first, source)
    if (!isOpen) throw new Refusal('invalid_state')
  }
  const { provider } = tried ?? collection
  const screening = { ...found, weScreen: registry.named(provider)?.can.weScreen ?? true }
  const judged = tried
    ? judgeTry({ ...found, tried }, word, screening, at)
    : { verdict: judgeReport(collection, word, screening), end: null }
  return judged.verdict.kind === 'doubt' && source === 'look_up'
    ? { ...judged, verdict: { ...judged.verdict, kind: 'discrepancy' } }
    : judged
}

function lookUpOf({ id, environment, provider }: CollectionRow, tried: PageTry | null): LookUp {
  const asked = tried ?? { id, provider }
  return { subjectId: asked.id, about: 'collection', environment, provider: asked.provider }
}

/** Puts the try as it is after a word in the place of the one before. */
function endTry(found: Locked, tried: PageTry, end: TryEnd | null, at: Date): PageTry {
  if (end === null || end.state === tried.state) return tried
  const { state, failure } = end
  const failed = { failure_code: failure?.code ?? null, failure_reason: failure?.message ?? null }
  const after = { ...tried, state, ...failed, ended_at: at }
  found.tries = found.tries.map((one) => (one === tried ? after : one))
  return after
}

/**
 * What moves a collection is in its history; but whoever decides about held money sees for what it is held, and what was said of each
 * try of a page.
 */
function isTold(verdict: Verdict): boolean {
  if (verdict.kind !== 'move') return true
  return verdict.path.includes('pending_clearance') || verdict.path.includes('processing')
}

/** That an order is on its way is the usual answer to it, and tells nothing. */
function saidIn(
  { source, word, collectionId }: Report,
  ordered: CollectionRow,
  tried: PageTry | null,
): Said[] {
  const { status } = ordered
  const subjectId = tried?.id ?? collectionId
  if (word.kind === 'decided' || word.kind === 'expired') return []
  if (source !== 'callback' && source !== 'look_up' && source !== 'reply') return []
  if (source === 'reply' && word.kind === 'pending') return []
  const said = word.kind === 'cancelled' ? { ...cancelled, providerStatus: word.providerStatus } : word
  return [{ about: 'collection', subjectId, ordered, status, source, word: said }]
}

const cancelled = { kind: 'failed', reason: 'cancelled', providerMessage: 'It was cancelled.' } as const

/** Notes what has to be written, and answers with the collection as it will be then. */
function follow(
  { steps, payloads }: Consequences,
  report: Report,
  verdict: Verdict,
  { collection, tries, tried }: Locked & { tried: PageTry | null },
  at: Date,
): CollectionRow {
  const { word, source } = report
  if (verdict.kind === 'move') {
    const providerStatus = 'providerStatus' in word ? word.providerStatus : null
    const { path: states, note } = verdict
    const leftOpen = tries.filter(({ state }) => state === 'open')
    const shown = tried ? shownAfter(collection, tried, states, at) : {}
    const move = {
      ...{ collection, path: states, source, providerStatus, note, failure: failureIn(word) },
      ...{ shown, leftOpen, heard: heardIn(report, states, collection, tried, at) },
    }
    const path = stepsOf(move, at)
    steps.push(...path)
    return path.at(-1)?.after ?? collection
  }
  // The first code stays: it may be on a screen already.
  if (word.kind !== 'pending' || !word.qr || collection.qr_payload !== null) return collection
  // That of a try which is over is nobody's to scan.
  if (tried && (tried.state !== 'open' || tried.id !== tryIdOf(collection))) return collection
  payloads.push({ collectionId: collection.id, ...word.qr })
  return { ...collection, payment_token: word.qr.paymentToken, qr_payload: word.qr.payload }
}

/** What the end of an order tells about its network: once, for what is said of it later is about money that has moved. */
function heardIn(
  { word }: Report,
  [first]: CollectionStatus[],
  collection: CollectionRow,
  tried: PageTry | null,
  at: Date,
): PushOutcome | null {
  if (collection.status !== 'processing') return null
  const order = tried === null ? collection : { ...tried, environment: collection.environment }
  const isUnpaid = tried === null ? first === 'failed' : tried.state !== 'paid'
  return outcomeOf(order, isUnpaid ? (failureIn(word)?.code ?? 'refused') : null, at)
}

/** What a page shows of its tries: the last one, until one pays; and when it ends, if nobody tries again. */
function shownAfter(
  collection: CollectionRow,
  tried: PageTry,
  states: CollectionStatus[],
  at: Date,
): Partial<Shown> {
  if (tried.state === 'paid') {
    const { provider, provider_reference, method, customer_phone } = asTried(collection, tried)
    return { provider, provider_reference, method, customer_phone }
  }
  const endsAt = states.at(-1) === 'processing' ? idleEndOf(collection, at) : null
  return endsAt === null ? {} : { ends_at: endsAt, due_at: endsAt }
}

function find(locked: Map<string, Locked>, { collectionId }: Report): Locked {
  const found = locked.get(collectionId)
  if (!found) throw new Refusal('not_found')
  return found
}
