import type { takeBill } from '../../../src/bills/bills.ts'
import { rarely, rewritten, type Sent } from '../kernel/guarded-database.ts'
import type { Plant } from '../kernel/room.ts'
import type { BillSeams } from './process.ts'

const put = (text: string, instead: string) => (sent: Sent) =>
  rewritten(sent, (statement) => statement.replace(text, instead))

export const plants: Plant<BillSeams>[] = [
  {
    broken: 'a receipt that is taken in again when it is told again',
    judges: ['money'],
    told: /is a receipt that nobody gave/,
    seams: { take: takingUnderAnotherName },
  },
  {
    broken: 'a number that does not remember what came for it',
    judges: ['numbers'],
    told: /says \d+ of \d+, and had \d+ of \d+/,
    seams: {
      sql: rarely('update control_numbers n', put('paid_count = m.paid_count', 'paid_count = n.paid_count')),
    },
  },
  {
    broken: 'an answer that does not look at what came before',
    judges: ['answers', 'numbers', 'doors'],
    told: /is closed, and|is too_high, and|with \d+ of \d+/,
    seams: {
      sql: put(
        "status in ('processing', 'pending_clearance', 'successful')",
        "status in ('processing', 'pending_clearance')",
      ),
    },
  },
  {
    broken: 'a success that is passed over after the money was taken back',
    judges: ['words'],
    told: /said to be paid after it was taken back, and nobody was told/,
    seams: { sql: put("where kind <> 'succeeded'", "where kind = 'nothing'") },
  },
  {
    broken: 'a step of a number that nobody is told of',
    judges: ['numbers'],
    told: /has \d+ events for \d+ steps/,
    seams: { sql: rarely('insert into events', put('from told\n', 'from told limit 0\n')) },
  },
]

/** The receipt is the payment: under another name it would be another one. */
function takingUnderAnotherName(take: typeof takeBill): typeof takeBill {
  const heard = new Set<string>()
  return async (desk, word) => {
    const isAgain = heard.has(word.reference) && word.outcome.kind === 'succeeded'
    heard.add(word.reference)
    return await take(desk, isAgain ? { ...word, reference: `${word.reference} again` } : word)
  }
}
