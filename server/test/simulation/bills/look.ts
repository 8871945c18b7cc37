import { accuse, count } from '../kernel/stage.ts'
import { type Answer, answerTo, cameFor, isComplete, type Num, type Receipt } from './model.ts'
import type { Stage } from './stage.ts'

type NumberRow = {
  id: string
  status: string
  paid_count: number
  paid_amount: bigint
  steps: number
  told: number
}
type TakenRow = {
  receipt: string
  answer: Answer
  returned_at: Date | null
  status: string | null
  credits: number
  refunds: number
  questions: number
  /** That it was paid all the same, after the provider had taken it back. */
  told: number
  came_again: boolean
  /** Nobody has settled yet whose it is, and whoever does sees each word. */
  is_open: boolean
  owed: bigint
}

/** Judges what there is after a step against what the model says that there has to be. */
export async function look(stage: Stage, mayHaveChanged: boolean): Promise<string[]> {
  if (!mayHaveChanged) return []
  const taken = await readTaken(stage)
  const lines = [
    ...judgeNew(stage, taken),
    ...stage.receipts.flatMap((one) => judgeReceipt(stage, one, taken)),
  ]
  const numbers = await readNumbers(stage)
  return [...lines, ...stage.numbers.flatMap((one) => judgeNumber(stage, one, numbers.get(one.id)))]
}

async function readTaken({ world }: Stage): Promise<Map<string, TakenRow>> {
  const rows = await world.sql<TakenRow[]>`
    select b.receipt, b.answer, b.returned_at, c.status,
      (select count(*)::int from ledger_transactions t where t.collection_id = c.id and t.type = 'collection') as credits,
      (select count(*)::int from withdrawals w where w.collection_id = c.id and w.kind = 'refund') as refunds,
      (select count(*)::int from discrepancies d where d.collection_id = c.id and d.kind = 'bill_refused'
        and d.ours not like 'failed %') as questions,
      (select count(*)::int from discrepancies d where d.collection_id = c.id and d.kind = 'bill_refused'
        and d.ours like 'failed %') as told,
      exists (select from discrepancies d where d.collection_id = c.id and d.kind = 'bill_refused' and d.settled_at is null) as is_open,
      exists (select from provider_words gone join provider_words come on come.subject_id = gone.subject_id and come.turn > gone.turn
        where gone.subject_id = c.id and gone.kind = 'reversed' and come.kind = 'succeeded') as came_again,
      coalesce((select sum(case direction when 'credit' then amount else -amount end) from ledger_transactions t
        where t.reference = b.receipt and t.type = 'payer_return' and b.collection_id is null), 0)::bigint as owed
    from bill_payments b left join collections c on c.id = b.collection_id`
  return new Map(rows.map((row) => [row.receipt, row]))
}

async function readNumbers({ world }: Stage): Promise<Map<string, NumberRow>> {
  const rows = await world.sql<NumberRow[]>`
    select id, status, paid_count, paid_amount,
      (select count(*)::int from control_number_history h where h.control_number_id = n.id and h.event is not null) as steps,
      (select count(*)::int from events e where e.resource_id = n.id) as told
    from control_numbers n`
  return new Map(rows.map((row) => [row.id, row]))
}

/** Of money that was taken in now: whether it was told the right thing. */
function judgeNew(stage: Stage, taken: Map<string, TakenRow>): string[] {
  const fresh = stage.receipts.filter(({ answer, reference }) => answer === null && taken.has(reference))
  const given = new Set(stage.receipts.map(({ reference }) => reference))
  const strange = [...taken.keys()].filter((receipt) => !given.has(receipt))
  accuse(
    stage,
    'money',
    strange.map((receipt) => `${receipt} is a receipt that nobody gave`),
  )
  const nowMs = stage.clock.now().getTime()
  nameTheFirst(taken, fresh)
  return fresh.map((receipt) => {
    const { num, amount, label, reference } = receipt
    const row = taken.get(reference)
    const right = answerTo(num, amount, stage.receipts, nowMs)
    if (row?.answer !== right)
      accuse(stage, 'answers', [`${label} of ${amount} is ${right}, and was taken as ${row?.answer}`])
    receipt.answer = right
    receipt.status = row?.status ?? null
    count(stage, `answer ${right}`)
    if (right === 'payable' && receipt.status === 'reversed') count(stage, 'a reversal that came first')
    return `${num?.label ?? 'nobody'} is paid ${amount}: ${right}`
  })
}

/** Of two at once the database chose who was first. They are alike but for their receipts, and whoever was welcome is called the first. */
function nameTheFirst(taken: Map<string, TakenRow>, fresh: readonly Receipt[]): void {
  const [one, other] = fresh.filter(({ isRaced }) => isRaced)
  if (!one || !other || isWelcome(taken, one) || !isWelcome(taken, other)) return
  const { reference } = one
  one.reference = other.reference
  other.reference = reference
}

const isWelcome = (taken: Map<string, TakenRow>, { reference }: Receipt) =>
  taken.get(reference)?.answer === 'payable'

/** Whether money stands where it has to: the merchant's once, or its payer's. */
function judgeReceipt(stage: Stage, receipt: Receipt, taken: Map<string, TakenRow>): string[] {
  const { answer, amount, isBack, label, reference } = receipt
  const row = taken.get(reference)
  if (answer === null || !row) return []
  const lines = receipt.status === row.status ? [] : [`${label} is ${row.status}`]
  receipt.status = row.status
  const faults: string[] = []
  if (answer === 'unknown') {
    const owed = row.returned_at === null ? amount : 0n
    if (row.status !== null || row.owed !== owed)
      faults.push(`${label} for nobody has ${row.owed} owed, not ${owed}`)
    if (row.returned_at !== null && !isBack) faults.push(`${label} is returned, and nobody said so`)
    count(stage, row.returned_at === null ? 'for nobody' : 'for nobody, returned')
  } else if (answer === 'payable') {
    const may = isBack ? ['successful', 'reversed'] : ['successful']
    if (!may.includes(row.status ?? '')) faults.push(`${label} was welcome, and is ${row.status}`)
    if (row.credits !== 1) faults.push(`${label} was credited ${row.credits} times instead of 1`)
    if (row.refunds + row.questions > 0) faults.push(`${label} is the merchant's, and owed to its payer`)
  } else {
    if (row.status !== 'failed') faults.push(`${label} was unwelcome, and is ${row.status}`)
    if (row.credits !== 0) faults.push(`${label} was unwelcome, and credited ${row.credits} times`)
    const owed = row.refunds + row.questions
    if (owed > 1 || (owed === 0 && !isBack)) faults.push(`${label} was unwelcome, and is owed ${owed} times`)
    if (row.came_again && row.told === 0 && !row.is_open)
      accuse(stage, 'words', [`${label} was said to be paid after it was taken back, and nobody was told`])
    if (row.told > 0 && !isBack) faults.push(`${label} is said to have come once more, and never went`)
    if (row.told > 0) count(stage, 'said to be paid after it was taken back')
    if (row.refunds > 0) count(stage, 'owed by a refund')
    if (row.questions > 0) count(stage, 'asked of a person')
  }
  accuse(stage, 'money', faults)
  return lines
}

/** Whether a number says of itself what came for it, and is open as long as it has to be. */
function judgeNumber(stage: Stage, num: Num, row: NumberRow | undefined): string[] {
  const { label } = num
  if (!row) {
    accuse(stage, 'numbers', [`${label} is gone`])
    return []
  }
  const faults: string[] = []
  const { count: times, amount } = cameFor(num, stage.receipts)
  if (row.paid_count !== times || row.paid_amount !== amount)
    faults.push(`${label} says ${row.paid_count} of ${row.paid_amount}, and had ${times} of ${amount}`)
  if (row.steps !== row.told) faults.push(`${label} has ${row.told} events for ${row.steps} steps`)
  const isDone = isComplete(num, stage.receipts)
  const isOver = num.endsAtMs <= stage.clock.now().getTime()
  const isRight = {
    ACTIVE: !isDone,
    PAID: isDone,
    CANCELLED: num.isCancelled,
    EXPIRED: isOver,
  }[row.status]
  if (!isRight) faults.push(`${label} is ${row.status} with ${amount} of ${num.amount}`)
  accuse(stage, 'numbers', faults)
  if (num.status === row.status) return []
  count(stage, `way ${num.status}→${row.status}`)
  num.status = row.status
  return [`${label} is ${row.status}`]
}
