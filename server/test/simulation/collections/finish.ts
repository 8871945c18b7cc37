import { checkBooks } from '../../../src/operator/operator.ts'
import { accuse, count } from '../kernel/stage.ts'
import { giveUpWaiting } from '../kernel/steps.ts'
import { countEverything } from './judge-collections.ts'
import { referenceOf } from './known.ts'
import type { Collection, Mirror } from './mirror.ts'
import { isExact, outcomeOf, type Payment, pay } from './scripted-provider.ts'
import type { Stage } from './stage.ts'
import { endPages } from './steps/page.ts'
import { send } from './steps/provider-side.ts'
import { chaseBy } from './steps/time-and-workers.ts'
import { triesOf, tryOf } from './tries.ts'

type Check = (name: string) => Promise<void>

const dayMs = 86_400_000
/** The longest wait of the chaser is a day, so everybody is due in each round; a well provider needs but one. */
const rounds = 3

/** The provider is well again and says once more whatever it owes; then nothing may be left open that is settled there. */
export async function finish(stage: Stage, check: Check): Promise<void> {
  const { network, clock } = stage
  network.isHealthy = true
  network.maySlow = false
  await giveUpWaiting(stage, clock.now().getTime())
  await check('the last slow answers')
  await takeWhatIsForgotten(stage, check)
  network.owed = []
  await tryOnceMore(stage, check)
  payLateBesideOpen(stage)
  for (const payment of inOrder(network.payments)) {
    if (payment.state !== 'waiting') send(stage, payment, outcomeOf(payment), 0)
  }
  await deliverOwed(stage)
  await check('the last words')
  for (let round = 0; round < rounds; round += 1) {
    clock.pass(dayMs)
    chaseBy(stage, stage.processes.b, false)
    await stage.settle()
    await check('the last chase')
    endPages(stage)
    await stage.settle()
    await check('the last pages')
    await lookAtAll(stage, check)
  }
  const unended = [...stage.inFlight].map(({ what }) => `${what} never ended`)
  accuse(stage, 'end', [
    ...unended,
    ...truthFaults(stage),
    ...leftOpenFaults(stage),
    ...modelFaults(stage),
    ...(await bookFaults(stage)),
    ...(await mirrorFaults(stage)),
  ])
  await check('the end')
}

async function deliverOwed(stage: Stage): Promise<void> {
  const { network, processes } = stage
  for (const { label, raw } of network.owed.splice(0)) {
    stage.launch(processes.a, `last word ${label}`, async () => {
      const taken = await processes.a.take(raw)
      return taken?.outcome ?? 'a hint'
    })
  }
  await stage.settle()
}

/** On each page what is open fails, and another try begins: chance leaves too few of them at the end. */
async function tryOnceMore(stage: Stage, check: Check): Promise<void> {
  const { mirror, network, processes } = stage
  for (const { id } of pagesUnderWay(mirror)) {
    const open = network.payments.get(triesOf(mirror, id).at(-1)?.provider_reference ?? '')
    if (open?.state !== 'waiting') continue
    open.state = 'declined'
    send(stage, open, outcomeOf(open), 0)
  }
  await deliverOwed(stage)
  await check('the last refusals')
  for (const { token, label } of pagesUnderWay(mirror)) {
    const attempt = stage.chance.uuid()
    stage.launch(
      processes.a,
      `once more ${label}`,
      async () => {
        await processes.a.beginTry({ token, method: 'USSD_PUSH', phone: '255755001000', attempt })
        return 'asked'
      },
      ['invalid_state'],
    )
    await stage.settle()
  }
  chaseBy(stage, processes.b, false)
  await stage.settle()
  await check('the last tries')
}

function pagesUnderWay({ collections }: Mirror): { id: string; token: string; label: string }[] {
  return [...collections.values()]
    .flatMap(({ id, page_token: token, status, description }) =>
      token !== null && status === 'processing' ? [{ id, token, label: description ?? '' }] : [],
    )
    .sort((one, other) => (one.label < other.label ? -1 : 1))
}

/** Wherever a try is still open, one before it is paid after all. */
function payLateBesideOpen(stage: Stage): void {
  const { network, mirror } = stage
  for (const { id } of pagesUnderWay(mirror)) {
    const [late, ...before] = triesOf(mirror, id)
      .map((one) => network.payments.get(one.provider_reference))
      .reverse()
    const early = before.find((one) => one?.state === 'declined')
    if (early === undefined || late?.state !== 'waiting') continue
    pay(early)
    count(stage, 'a try left open beside the one that paid')
  }
}

async function lookAtAll(stage: Stage, check: Check): Promise<void> {
  for (let asked = 1; asked > 0; ) {
    stage.launch(stage.processes.b, 'look at all', async () => {
      asked = await stage.processes.b.lookAgain()
      return 'asked'
    })
    await stage.settle()
    await check('the last looks')
  }
}

async function takeWhatIsForgotten(stage: Stage, check: Check): Promise<void> {
  stage.clock.pass(60_000)
  for (let taken = 1; taken > 0; ) {
    stage.launch(stage.processes.a, 'forgotten', async () => {
      taken = await stage.processes.a.takeDue()
      return 'taken'
    })
    await stage.settle()
    await check('the forgotten')
  }
}

/** References of one page follow each other in time. */
const nameOf = ({ label, reference }: Payment) => `${label} ${reference}`

function inOrder(payments: Map<string, Payment>): Payment[] {
  return [...payments.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

/** What is true at the provider is true here, or a person was told. */
function truthFaults({ network, mirror }: Stage): string[] {
  const contradicted = new Set([...mirror.discrepancies.values()].map((one) => one.collection_id))
  return inOrder(network.payments).flatMap((payment) => {
    const ours = mirror.byLabel.get(payment.label)
    if (!ours) return [`${payment.label} is a payment, and no collection`]
    if (payment.state === 'waiting' || contradicted.has(ours.id) || agrees(payment, ours)) return []
    return [`${payment.label} is ${payment.state} at the provider, and ${ours.status} here`]
  })
}

/** Nobody can pay any more what stands beside the try that paid, once the provider can be asked to cancel it. */
function leftOpenFaults({ network, mirror }: Stage): string[] {
  return inOrder(network.payments).flatMap(({ label, reference, state }) => {
    const page = mirror.byLabel.get(label)
    const isPaid = page?.status === 'successful' || page?.status === 'pending_clearance'
    if (state !== 'waiting' || !isPaid || page.page_token === null) return []
    return mirror.tries.get(tryOf(reference))?.state === 'open' ? [`${label} can be paid once more`] : []
  })
}

/** Of several tries the one that is shown tells how the page stands; one that failed beside it says nothing against it. */
function agrees(payment: Payment, { status, provider_reference: shown }: Collection): boolean {
  if (payment.reference !== shown) return payment.state !== 'paid'
  if (payment.state === 'declined') return status === 'failed' || status === 'reversed'
  if (payment.state === 'reversed') return status === 'reversed' || status === 'failed'
  return isExact(payment) && (status === 'successful' || status === 'pending_clearance')
}

/** The requests that were answered, the counts and the money, from the model's side. */
function modelFaults({ asked, mirror, network, spent }: Stage): string[] {
  const faults = asked
    .filter(({ id, label }) => id !== null && mirror.byLabel.get(label)?.id !== id)
    .map(({ label }) => `the request ${label} was answered, and there is nothing of it`)
  for (const [key, made] of countEverything(mirror)) {
    if (mirror.counts.get(key) !== made)
      faults.push(`${key} is counted ${mirror.counts.get(key)}, not ${made}`)
  }
  const contradicted = new Set([...mirror.discrepancies.values()].map((one) => one.collection_id))
  const undisputed = ({ id }: Collection) => !contradicted.has(id)
  const theirs = inOrder(network.payments)
    .filter(({ label, state }) => state === 'paid' && isUndisputed(mirror, label, undisputed))
    .reduce((sum, { amount }) => sum + Number(amount), 0)
  const ours = [...mirror.collections.values()]
    .filter((one) => undisputed(one) && network.payments.has(referenceOf(one)))
    .filter((one) => network.payments.get(referenceOf(one))?.state !== 'waiting')
    .filter(({ status }) => status === 'successful' || status === 'pending_clearance')
    .reduce((sum, { amount }) => sum + amount, 0)
  if (theirs !== ours) faults.push(`the provider holds ${theirs} undisputed, and the books say ${ours}`)
  if (spent.size === 0 && asked.length > 500) faults.push('nothing was ever spent')
  return faults
}

function isUndisputed(mirror: Mirror, label: string, undisputed: (one: Collection) => boolean): boolean {
  const found = mirror.byLabel.get(label)
  return found !== undefined && undisputed(found)
}

async function bookFaults({ world }: Stage): Promise<string[]> {
  const findings = await checkBooks(world)
  return findings.filter(({ holds }) => !holds).map(({ check, details }) => `${check}: ${details}`)
}

/** The mirror was fed by what was told of each change: at the end it must hold what the tables hold. */
async function mirrorFaults({ world, mirror }: Stage): Promise<string[]> {
  const [tables] = await world.sql<Record<string, bigint>[]>`
    select (select count(*) from collections) as collections,
      (select sum(moves) from collections) as moves,
      (select count(*) from collection_history) as history,
      (select count(*) from events) as events,
      (select count(*) from ledger_transactions) as booked,
      (select count(*) from ledger_entries) as entries,
      (select sum(abs(balance))::bigint from ledger_accounts) as balances,
      (select count(*) from discrepancies) as discrepancies,
      (select count(*) from idempotency_keys) as keys`
  const lengths = (lists: Iterable<unknown[]>) => sum([...lists].map(({ length }) => length))
  const mirrored: Record<string, number> = {
    collections: mirror.collections.size,
    moves: sum([...mirror.collections.values()].map(({ moves }) => moves)),
    history: lengths(mirror.history.values()),
    events: lengths(mirror.events.values()),
    booked: mirror.booked.size,
    entries: lengths(mirror.entries.values()),
    balances: sum([...mirror.accounts.values()].map(({ balance }) => Math.abs(balance))),
    discrepancies: mirror.discrepancies.size,
    keys: mirror.keys.size,
  }
  return Object.entries(mirrored)
    .filter(([name, held]) => Number(tables?.[name]) !== held)
    .map(([name, held]) => `the database has ${tables?.[name]} ${name}, and the mirror ${held}`)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
