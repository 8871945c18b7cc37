import { textFromMinor } from '../../../src/primitives/money.ts'
import { accuse, count } from '../kernel/stage.ts'
import { maybeCrash, type Step } from '../kernel/steps.ts'
import { answerTo, type Num, type Receipt } from './model.ts'
import { billBytes, type Process } from './process.ts'
import type { Stage, Word } from './stage.ts'

const minuteMs = 60_000
const amounts = [500n, 1_000n, 2_500n]

/** A merchant gives out a number. */
function make(stage: Stage): void {
  const { chance, shops, clock, numbers, processes } = stage
  const shop = chance.pick(shops)
  const [kind, mode] = [
    chance.pick(['ORDER', 'CUSTOMER'] as const),
    chance.pick(['EXACT', 'PART', 'ANY'] as const),
  ]
  const amount = chance.pick(amounts)
  const endsAtMs = chance.happens(0.4) ? clock.now().getTime() + (1 + chance.below(40)) * minuteMs : Infinity
  const label = `n${numbers.length + 1}`
  stage.launch(processes.a, `make ${label}`, async () => {
    const { id, number } = await processes.a.make(shop.actors.live, {
      ...{ kind, payment_mode: mode, description: label },
      ...(mode !== 'ANY' && { amount: textFromMinor(amount) }),
      ...(endsAtMs < Infinity && { expires_at: new Date(endsAtMs).toISOString() }),
    })
    const merchantId = shop.id
    numbers.push({
      label,
      id,
      number,
      merchantId,
      kind,
      mode,
      amount,
      endsAtMs,
      status: 'ACTIVE',
      isCancelled: false,
    })
    return `${kind} ${mode}`
  })
}

/** Somebody stands at the counter: the provider asks, and takes the money if it may, or all the same. */
function pay(stage: Stage): void {
  const { chance, numbers, receipts, processes, clock } = stage
  if (numbers.length === 0) return
  const meant = chance.pick(numbers)
  const num = chance.happens(0.06) ? null : meant
  const amount = amountFor(stage, meant)
  const digits = num ? num.number : mistyped(meant.number)
  const insists = chance.happens(0.3)
  const payer = chance.happens(0.1) ? null : `25575500${1_000 + chance.below(9_000)}`
  const process = chance.pick([processes.a, processes.b])
  stage.launch(process, `ask ${num?.label ?? 'nobody'} ${amount}`, async () => {
    const said = await process.ask({ number: digits, amount, currency: 'TZS', account: null })
    const right = answerTo(num, amount, receipts, clock.now().getTime())
    if (said !== right)
      accuse(stage, 'answers', [`${num?.label} of ${amount} is ${right}, and was told ${said}`])
    if (said === 'payable' || insists) owe(stage, receive(stage, { num, digits, amount, payer }))
    return said
  })
}

function amountFor({ chance }: Stage, { mode, amount }: Num): bigint {
  const mood = chance.number()
  if (mood < 0.15) return amount + 100n
  if (mode === 'PART' && mood < 0.8) return amount / 2n
  return mood < 0.3 ? amount - 100n : amount
}

/** Damm's last digit finds every digit that is another. */
const mistyped = (number: string) => number.replace(/[0-9]$/, (digit) => String((Number(digit) + 1) % 10))

function receive({ receipts }: Stage, paid: Pick<Receipt, 'num' | 'digits' | 'amount' | 'payer'>): Receipt {
  const label = `r${receipts.length + 1}`
  const receipt = {
    ...paid,
    label,
    reference: `RCP-${label}`,
    isBack: false,
    isRaced: false,
    answer: null,
    status: null,
  }
  receipts.push(receipt)
  return receipt
}

/** Soon or late, and now and then twice. */
function owe(stage: Stage, receipt: Receipt, kind: Word['kind'] = 'succeeded'): void {
  const { chance, words, step } = stage
  const word = { receipt, kind, eventId: chance.uuid(), fromStep: step + 1 + chance.below(8) }
  words.push(word)
  if (chance.happens(0.25))
    words.push({ ...word, eventId: chance.uuid(), fromStep: word.fromStep + chance.below(40) })
}

/** The provider takes back what it took, also before it has told that it did. */
function takeBack(stage: Stage): void {
  const { chance, receipts } = stage
  const paid = receipts.filter(
    ({ isBack, isRaced, num }) => !isBack && !isRaced && (num !== null || chance.happens(0.5)),
  )
  if (paid.length === 0) return
  const receipt = chance.pick(paid)
  receipt.isBack = true
  owe(stage, receipt, 'reversed')
}

const points = ['callback.stored', 'bill.claimed', 'bill.taking', 'bill.taken'] as const

/** A word arrives, at one process or at both at once; and one of them may die over it. */
function tell(stage: Stage): void {
  const { chance, words, step, processes, clock } = stage
  const due = words.filter(({ fromStep }) => fromStep <= step)
  if (due.length === 0) return
  const word = chance.pick(due)
  words.splice(words.indexOf(word), 1)
  const process = chance.pick([processes.a, processes.b])
  const isTwice = chance.happens(0.2)
  if (!isTwice && stage.stranded === null && maybeCrash(stage, process, points)) {
    stage.stranded = { receipt: word.receipt, atMs: clock.now().getTime() }
    // Nobody has answered it, so it is told again.
    words.push({ ...word, fromStep: step + 20 + chance.below(60) })
  }
  hear(stage, process, word)
  if (isTwice) hear(stage, process === processes.a ? processes.b : processes.a, word)
}

export function hear(stage: Stage, process: Process, { receipt, kind, eventId }: Word): void {
  const { reference, digits: number, amount, payer, label } = receipt
  stage.launch(process, `tell ${label} ${kind}`, async () => {
    const bytes = billBytes({
      event_id: eventId,
      receipt: reference,
      kind,
      number,
      amount: String(amount),
      payer,
    })
    const taken = await process.take(bytes)
    return `${taken?.outcome} ${taken?.status}`
  })
}

/** Two pay one number at the same moment. Which of them is first is for the database to say, so both are alike, and neither is taken back. */
function race(stage: Stage): void {
  const { chance, numbers, processes } = stage
  const open = numbers.filter(({ status }) => status === 'ACTIVE')
  if (open.length === 0 || stage.stranded !== null) return
  const num = chance.pick(open)
  const paid = { num, digits: num.number, amount: num.amount, payer: '255755001000' }
  const both = [receive(stage, paid), receive(stage, paid)]
  for (const [at, receipt] of both.entries()) {
    receipt.isRaced = true
    const { reference, digits: number, amount, payer } = receipt
    const process = at === 0 ? processes.a : processes.b
    const bytes = billBytes({
      ...{ event_id: chance.uuid(), receipt: reference, kind: 'succeeded' },
      ...{ number, amount: String(amount), payer },
    })
    stage.launch(process, `race for ${num.label}`, async () => `${(await process.take(bytes))?.status}`)
  }
  count(stage, 'a race')
}

function cancel(stage: Stage): void {
  const { chance, numbers, shops, processes } = stage
  const open = numbers.filter(({ status }) => status === 'ACTIVE')
  if (open.length === 0) return
  const num = chance.pick(open)
  const shop = shops.find(({ id }) => id === num.merchantId)
  if (!shop) return
  num.isCancelled = true
  maybeCrash(stage, processes.a, [])
  stage.launch(
    processes.a,
    `cancel ${num.label}`,
    async () => (await processes.a.cancel(shop.actors.live, num.id)).status,
  )
}

function expire(stage: Stage): void {
  const { processes } = stage
  maybeCrash(stage, processes.b, [])
  stage.launch(processes.b, 'expire', async () => `${await processes.b.expire()} numbers`)
}

function jump({ chance, clock }: Stage): void {
  clock.pass((1 + chance.below(12)) * minuteMs)
}

/** After which time a stored callback counts as forgotten, as the product has it. */
const forgottenAfterMs = 30_000

export function takeForgotten(stage: Stage): void {
  const { stranded, clock, processes } = stage
  if (stranded && stranded.atMs < clock.now().getTime() - forgottenAfterMs) stage.stranded = null
  stage.launch(processes.a, 'forgotten', async () => `${await processes.a.takeDue()} callbacks`)
}

export const steps: Step<Stage>[] = [
  { name: 'make', weight: 10, take: make },
  { name: 'pay', weight: 28, take: pay },
  { name: 'tell', weight: 34, take: tell },
  { name: 'take back', weight: 5, take: takeBack },
  { name: 'race', weight: 2, take: race },
  { name: 'cancel', weight: 2, take: cancel },
  { name: 'expire', weight: 4, take: expire },
  { name: 'jump', weight: 5, take: jump },
  { name: 'forgotten', weight: 5, take: takeForgotten },
]
