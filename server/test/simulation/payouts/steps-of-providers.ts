import type { CrashPoint } from '../../../src/world/world.ts'
import { genuine, merchantBytes, providerBytes } from '../kernel/callback-bytes.ts'
import { giveUpWaiting, maybeCrash } from '../kernel/steps.ts'
import { knownIn } from './known.ts'
import type { Process } from './process.ts'
import { type Payout, settlePayout, wordOf } from './scripted-provider.ts'
import type { Stage } from './stage.ts'

const chased: readonly CrashPoint[] = [
  'withdrawal.claimed',
  'withdrawal.approved',
  'withdrawal.sent',
  'withdrawal.resolving',
  'withdrawal.resolved',
]
const heard: readonly CrashPoint[] = ['callback.stored', 'withdrawal.resolving', 'withdrawal.resolved']

export function chaseBy(stage: Stage, process: Process): void {
  stage.launch(process, 'chase', async () => {
    await process.chase()
    return 'done'
  })
}

export function chase(stage: Stage): void {
  const process = stage.chance.pick([stage.processes.a, stage.processes.b])
  maybeCrash(stage, process, chased)
  chaseBy(stage, process)
}

/**
 * Who gets what is a race; a slow answer would keep in mind who won it. So would what one approves for the sandbox before or after the other
 * has looked for what is to be sent: whatever was left is taken up at the end.
 */
export async function chaseAtOnce(stage: Stage): Promise<void> {
  stage.network.maySlow = false
  chaseBy(stage, stage.processes.a)
  chaseBy(stage, stage.processes.b)
  await stage.settle()
  chaseBy(stage, stage.processes.a)
}

/** Something happens at the provider; whether it ever tells us is another matter. */
export function happen(stage: Stage): void {
  const { chance, network } = stage
  const payouts = [...network.payouts.values()].sort((a, b) => (a.label < b.label ? -1 : 1))
  const open = payouts.filter(({ state }) => state === 'waiting')
  const paid = payouts.filter(({ state }) => state === 'paid')
  const isOver = open.length === 0 || chance.happens(0.25)
  const from = isOver ? paid : open
  if (from.length === 0) return
  const payout = chance.pick(from)
  if (isOver) settlePayout(payout, chance.happens(0.75) ? 'reversed' : 'failed')
  else if (chance.happens(0.2)) settlePayout(payout, 'failed')
  else settlePayout(payout, 'paid', payout.amount + (chance.happens(0.1) ? 100n : 0n))
  stage.lines.push(`${payout.label} is ${payout.state} there`)
  if (chance.happens(0.8)) owe(stage, payout)
  // Said though it is not so: a contradiction, sooner or later.
  if (chance.happens(0.1))
    owe(stage, { ...payout, state: chance.pick(['paid', 'failed', 'waiting'] as const) })
}

export function owe(stage: Stage, payout: Payout, delay = stage.chance.below(40)): void {
  const { network } = stage
  stage.events += 1
  const raw = providerBytes(payout.reference, `e${stage.events}`, wordOf(payout), payout.environment)
  network.owed.push({ label: payout.label, kind: payout.state, raw, fromStep: stage.step + delay })
}

function take(stage: Stage, process: Process, what: string, raw: ReturnType<typeof providerBytes>): void {
  const act = async () => (await process.take(raw))?.outcome ?? 'a hint'
  stage.launch(process, what, act, ['not_found', 'validation_error'])
}

/** In order or not, late or at once, once or twice, by one process or by two. */
export function callBack(stage: Stage): void {
  const { chance, network, processes } = stage
  const arrived = network.owed.filter(({ fromStep }) => fromStep <= stage.step)
  if (arrived.length === 0) return
  const one = chance.pick(arrived)
  if (!chance.happens(0.2)) network.owed.splice(network.owed.indexOf(one), 1)
  const what = `callback ${one.label} ${one.kind}`
  if (chance.happens(0.25)) {
    take(stage, processes.a, what, one.raw)
    take(stage, processes.b, what, one.raw)
    return
  }
  maybeCrash(stage, processes.a, heard)
  take(stage, processes.a, what, one.raw)
}

/** Signed by nobody, or by a merchant's developer who plays the provider. */
export function callBackFalsely(stage: Stage): void {
  const { chance, processes, shops } = stage
  const known = knownIn(stage, null)
  if (known.length === 0) return
  const one = chance.pick(known)
  const { label, environment, provider_reference: reference, amount, currency } = one
  stage.events += 1
  const eventId = `e${stage.events}`
  const state = chance.pick(['paid', 'failed', 'reversed'] as const)
  if (environment === 'sandbox' && chance.happens(0.5)) {
    const secret = shops.find(({ id }) => id === one.merchant_id)?.secret ?? ''
    const type = state === 'paid' ? 'disbursement.success' : 'disbursement.failed'
    const fields = { event_id: eventId, event_type: type, provider_reference: reference }
    take(stage, processes.a, `played ${label} ${type}`, merchantBytes(secret, fields))
    return
  }
  const word = wordOf({ state, paid: amount, currency })
  const raw = providerBytes(reference, eventId, word, environment, `not ${genuine}`)
  take(stage, processes.a, `forged ${label}`, raw)
}

export function takeForgotten(stage: Stage): void {
  const { a } = stage.processes
  stage.launch(a, 'forgotten', async () => `${await a.takeDue()}`)
}

/** What somebody gave a hint about, or a person has ended. */
export function lookAgain(stage: Stage): void {
  const { b } = stage.processes
  stage.launch(b, 'look again', async () => `${await b.lookAgain()}`)
}

/** As long as the service waits for a provider: later than this nobody listens. */
const deadlineMs = 15_000

export async function giveUpOnTheLate(stage: Stage): Promise<void> {
  await giveUpWaiting(stage, stage.clock.now().getTime() - deadlineMs)
}

export function answerLate(stage: Stage): void {
  const { chance, network } = stage
  if (network.deferred.length === 0) return
  const [one] = network.deferred.splice(chance.below(network.deferred.length), 1)
  one?.answer()
}
