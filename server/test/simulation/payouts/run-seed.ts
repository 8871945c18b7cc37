import { createHash } from 'node:crypto'
import { connectDatabase } from '../../../src/database/database.ts'
import { createTestDatabase } from '../../test-database.ts'
import { finish } from './finish.ts'
import { bookOf, judgeBook, judgeSending, judgeWithdrawal } from './judge.ts'
import type { Plant } from './process.ts'
import { type Seen, seeBooks, seeWhere, seeWithdrawals } from './see.ts'
import { type Stage, setStage } from './stage.ts'
import { pickStep } from './steps.ts'
import { giveUpWaiting } from './steps-of-providers.ts'

export type Run = { seed: string; steps: number; plant?: Plant; tell?: (lines: string[]) => void }
export type Ran = { hash: string; tally: Map<string, number>; withdrawals: number }

/** Something that must always hold did not. */
export class PayoutFault extends Error {
  override name = 'PayoutFault'
}

const linesShown = 25

/** Plays one seed to its end on a database of its own; throws at the first step after which something is wrong. */
export async function runSeed({ seed, steps, plant = {}, tell = () => {} }: Run): Promise<Ran> {
  const database = await createTestDatabase({ poolSize: 1 })
  await commitWithoutWaiting(database.adminUrl, database.url)
  const connect = (name: string) => connectDatabase({ url: database.url, poolSize: 1, applicationName: name })
  const databases = { a: connect('a'), b: connect('b'), onlooker: connect('onlooker') }
  const trace = createHash('sha256')
  const last: string[] = []
  try {
    const stage = await setStage(seed, databases, plant)
    const check = async (name: string) => {
      const told = await checkStep(stage, name)
      for (const line of told) trace.update(`${line}\n`)
      tell(told)
      last.push(...told)
      last.splice(0, last.length - linesShown)
      if (stage.faults.length === 0) return
      const replay = `PAYOUT_SEED=${seed} PAYOUT_STEPS=${steps} npx node --test server/test/simulation/payouts.test.ts`
      throw new PayoutFault(
        `seed ${seed}, step ${stage.step}: ${stage.faults.join('\n  ')}\n${last.join('\n')}\nplay it again: ${replay}`,
      )
    }
    while (stage.step < steps) {
      stage.step += 1
      stage.network.maySlow = true
      stage.clock.pass(stage.chance.below(1_500))
      await giveUpWaiting(stage)
      const step = pickStep(stage)
      await step.take(stage)
      await stage.settle()
      await check(step.name)
    }
    await finish(stage, check)
    return { hash: trace.digest('hex'), tally: stage.tally, withdrawals: stage.seen.size }
  } finally {
    await Promise.all(Object.values(databases).map((one) => one.end({ timeout: 1 })))
    await database.drop()
  }
}

async function checkStep(stage: Stage, name: string): Promise<string[]> {
  stage.rebuildTheDead()
  const { lines, network } = stage
  const changed = stage.asksSoFar() === stage.looked.asks ? [] : await look(stage)
  count(stage, `step ${name}`)
  for (const line of lines) if (/ died /.test(line)) count(stage, line.replace(/^. died/, 'crash'))
  for (const line of lines)
    if (/refused /.test(line)) count(stage, line.replace(/^(\w+).*refused/, '$1 refused'))
  const told = [...lines, ...changed].sort().map((line) => `  ${line}`)
  stage.lines = []
  network.sends = []
  return [`step ${stage.step} ${name} at ${stage.clock.now().toISOString()}`, ...told]
}

async function look(stage: Stage): Promise<string[]> {
  const { world, seen, faults, network, looked } = stage
  looked.asks = stage.asksSoFar()
  const touched = await seeWithdrawals(world.sql, looked.next)
  const books = await seeBooks(world.sql)
  const { next, withdrawals } = await seeWhere(world.sql)
  looked.next = next
  const sent = new Set(network.sends)
  const changed = touched.flatMap((one) => {
    const before = seen.get(one.label)
    faults.push(...judgeWithdrawal(one, before), ...judgeSending(stage, one, before))
    seen.set(one.label, one)
    sent.delete(one.label)
    return tellChange(stage, one, before)
  })
  for (const label of sent) {
    const one = seen.get(label)
    faults.push(...(one ? judgeSending(stage, one, one) : [`${label} was sent, and there is no such`]))
  }
  if (withdrawals !== seen.size)
    faults.push(`there are ${withdrawals} withdrawals, and ${seen.size} were seen`)
  for (const book of books) {
    const shop = stage.shops.find(({ id }) => id === book.merchant_id)?.name
    const wrong = judgeBook(stage, book, [...seen.values()])
    faults.push(...wrong.map((fault) => `${shop} ${book.environment}: ${fault}`))
    changed.push(
      `${shop} ${book.environment} has ${book.available}, ${book.reserved} aside, ${book.receivable} owed`,
    )
  }
  const bookless = [...stage.given.keys()].filter((key) => !books.some((book) => bookOf(book) === key))
  faults.push(...bookless.map((key) => `there is no book ${key}`))
  return changed
}

/** In words that hold no id: the same seed then tells the same, whoever was first in a race. */
function tellChange(stage: Stage, one: Seen, before: Seen | undefined): string[] {
  for (const { from, to, source } of one.steps.slice(before?.moves ?? 0)) {
    count(stage, `way ${from}→${to}`)
    count(stage, `source ${source}`)
  }
  const tellOf = ({ label, status, moves, attempts, due_at: due }: Seen) =>
    `${label} is ${status} after ${moves} moves, attempts ${attempts}, due ${due?.toISOString()}`
  return before && tellOf(before) === tellOf(one) ? [] : [tellOf(one)]
}

function count({ tally }: Stage, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1)
}

/** The simulation crashes processes, not machines: what it commits need not reach the disk. */
async function commitWithoutWaiting(adminUrl: string, url: string): Promise<void> {
  const admin = connectDatabase({ url: adminUrl, poolSize: 1, applicationName: 'payout simulation' })
  try {
    const name = new URL(url).pathname.slice(1)
    await admin.unsafe(`alter database ${name} set synchronous_commit = off`)
  } finally {
    await admin.end()
  }
}
