import { accuse, count } from '../kernel/stage.ts'
import { bookOf, judgeBook, judgePayment, judgeSending, judgeWithdrawal } from './judge.ts'
import { type Seen, seeBooks, seePayments, seeWhere, seeWithdrawals } from './see.ts'
import type { Stage } from './stage.ts'

/** Judges what was written since the last look, and whoever was sent. */
export async function look(stage: Stage, mayHaveChanged: boolean): Promise<string[]> {
  const told = mayHaveChanged ? [...(await lookAtWithdrawals(stage)), ...(await lookAtBooks(stage))] : []
  if (mayHaveChanged) await lookAtPayments(stage)
  stage.network.sends = []
  return told
}

async function lookAtWithdrawals(stage: Stage): Promise<string[]> {
  const { world, seen, network } = stage
  const touched = await seeWithdrawals(world.sql, stage.nextTransaction)
  const { next, withdrawals } = await seeWhere(world.sql)
  stage.nextTransaction = next
  const sent = new Set(network.sends)
  const told = touched.flatMap((one) => {
    const before = seen.get(one.label)
    accuse(stage, 'withdrawals', judgeWithdrawal(one, before))
    accuse(stage, 'sending', judgeSending(stage, one, before))
    seen.set(one.label, one)
    sent.delete(one.label)
    return tellChange(stage, one, before)
  })
  for (const label of sent) {
    const one = seen.get(label)
    accuse(
      stage,
      'sending',
      one ? judgeSending(stage, one, one) : [`${label} was sent, and there is no such`],
    )
  }
  if (withdrawals !== seen.size)
    accuse(stage, 'rows', [`there are ${withdrawals} withdrawals, and ${seen.size} were seen`])
  return told
}

async function lookAtBooks(stage: Stage): Promise<string[]> {
  const books = await seeBooks(stage.world.sql)
  const bookless = [...stage.given.keys()].filter((key) => !books.some((book) => bookOf(book) === key))
  accuse(
    stage,
    'books',
    bookless.map((key) => `there is no book ${key}`),
  )
  return books.map((book) => {
    const { environment, available, reserved, receivable } = book
    const name = `${stage.shops.find(({ id }) => id === book.merchant_id)?.name} ${environment}`
    const wrong = judgeBook(stage, book, [...stage.seen.values()])
    accuse(
      stage,
      'books',
      wrong.map((fault) => `${name}: ${fault}`),
    )
    return `${name} has ${available}, ${reserved} aside, ${receivable} owed`
  })
}

async function lookAtPayments(stage: Stage): Promise<void> {
  const all = [...stage.seen.values()]
  const labels = new Map(stage.payments.map(({ id, label }) => [id, label]))
  for (const payment of await seePayments(stage.world.sql)) {
    accuse(stage, 'refunds', judgePayment(payment, labels.get(payment.id) ?? 'an unknown payment', all))
  }
}

/** In words that hold no id: the same seed then tells the same, whoever was first in a race. */
function tellChange(stage: Stage, one: Seen, before: Seen | undefined): string[] {
  for (const { from, to, source } of one.steps.slice(before?.moves ?? 0)) {
    count(stage, `way ${from}→${to}`)
    count(stage, `source ${source}`)
    if (one.kind === 'refund') count(stage, `refund ${to}`)
  }
  const tellOf = ({ label, status, moves, attempts, due_at: due }: Seen) =>
    `${label} is ${status} after ${moves} moves, attempts ${attempts}, due ${due?.toISOString()}`
  return before && tellOf(before) === tellOf(one) ? [] : [tellOf(one)]
}
