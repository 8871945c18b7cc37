import type { Mutation } from './mutation.ts'

const legs = { file: 'ledger/legs.ts', caughtBy: ['src/ledger/legs.test.ts', 'src/ledger/post.test.ts'] }
const postings = {
  file: 'ledger/run-postings.ts',
  caughtBy: ['src/ledger/post.test.ts'],
}
const charges = { file: 'pricing/charges.ts', caughtBy: ['src/pricing/charges.test.ts'] }
const totals = { file: 'invoices/invoice-totals.ts', caughtBy: ['src/invoices/invoice-totals.test.ts'] }
const dues = { file: 'dues/follow-due.ts', caughtBy: ['src/dues/follow-due.test.ts'] }
const money = { file: 'primitives/money.ts', caughtBy: ['src/primitives/money.test.ts'] }

/** In the ledger, and in whatever is worked out before something is booked. */
export const mutationsOfBooks: Mutation[] = [
  {
    ...legs,
    broken: 'a payment that repays no debt',
    text: "{ account: 'available', amount },\n    ],\n    debt: 'repays',\n  }\n}\n\n/** A payment is undone",
    instead: "{ account: 'available', amount },\n    ],\n  }\n}\n\n/** A payment is undone",
  },
  {
    ...legs,
    broken: "a payout that leaves out the processor's charge on one side",
    text: 'amount: amount + processorCharge },',
    instead: 'amount },',
  },
  {
    ...legs,
    broken: 'a payout that comes back without what it had cost',
    text: "{ account: 'available', amount: amount + charged },",
    instead: "{ account: 'available', amount },",
  },
  {
    ...legs,
    broken: 'a late payout for which nobody owes what is missing',
    text: "return { ...reserve(total), debt: 'owes' }",
    instead: 'return reserve(total)',
  },
  {
    ...legs,
    broken: 'a release that leaves a debt as it is',
    text: "return { ...releaseToPay(total), debt: 'repays' }",
    instead: 'return releaseToPay(total)',
  },
  {
    ...legs,
    broken: 'a fee that is refused where the balance does not cover it',
    text: "return { ...payOutFeeLegs(fee), debt: 'owes' }",
    instead: 'return payOutFeeLegs(fee)',
  },
  {
    ...postings,
    broken: 'a balance that may be negative',
    text: "= ['available', 'held', 'reserved', 'returns']",
    instead: "= ['held', 'reserved', 'returns']",
  },
  {
    ...postings,
    broken: 'a repayment of more than came in',
    text: 'owed < posting.amount ? owed : posting.amount',
    instead: 'owed',
  },
  {
    ...postings,
    broken: 'a debt of more than is missing',
    text: 'run(book, debtOf(posting, missing))',
    instead: 'run(book, debtOf(posting, posting.amount))',
  },
  {
    ...postings,
    broken: 'a balance that grows beyond what a number holds',
    caughtBy: ['src/ledger/run-postings.test.ts'],
    text: 'size(account.balance) >= ceiling &&',
    instead: 'size(account.balance) >= ceiling * 2n &&',
  },
  {
    ...postings,
    broken: 'a balance that is stuck beyond its ceiling',
    caughtBy: ['src/ledger/run-postings.test.ts'],
    text: ' && size(account.balance) > size(before)',
    instead: '',
  },
  {
    ...postings,
    broken: 'rows of a merchant whose numbers have gaps',
    text: 'if (isSeen) available.transactions += 1n',
    instead: 'available.transactions += 1n',
  },
  {
    ...postings,
    broken: 'an entry that tells the balance before it',
    text: 'balance_after: account.balance,',
    instead: 'balance_after: account.balance - amount,',
  },
  {
    broken: 'an account whose balance stays as it was',
    file: 'ledger/write-journal.ts',
    text: 'set balance = excluded.balance, entries',
    instead: 'set entries',
    caughtBy: ['src/ledger/post.test.ts'],
  },
  { ...charges, broken: 'a percentage that is cut off', text: ' + 500_000n', instead: '' },
  { ...charges, broken: 'a tier that ends before its end', text: 'upTo >= amount', instead: 'upTo > amount' },
  {
    ...charges,
    broken: 'a charge that is passed on though we absorb it',
    text: '(passThrough ? processorCharge : 0n)',
    instead: 'processorCharge',
  },
  {
    ...charges,
    broken: 'a reserve that leaves out what it costs',
    text: 'totalReserved: amount + totalCharges,',
    instead: 'totalReserved: amount + serviceFee,',
  },
  {
    broken: 'one and a half percent read as fifteen hundredths',
    file: 'pricing/percentage.ts',
    text: "fraction.padEnd(digits, '0')",
    instead: "fraction.padStart(digits, '0')",
    caughtBy: ['src/pricing/percentage.test.ts'],
  },
  {
    ...totals,
    broken: 'a line of an invoice that is rounded down',
    text: '(dividend * 2n + divisor) / (divisor * 2n)',
    instead: 'dividend / divisor',
  },
  {
    ...totals,
    broken: 'an invoice of more than anybody can pay',
    text: 'if (total > mostTotal)',
    instead: 'if (subtotal > mostTotal)',
  },
  {
    ...totals,
    broken: 'tax that is not asked for',
    text: 'const total = subtotal + tax',
    instead: 'const total = subtotal',
  },
  {
    ...money,
    broken: 'five cents for fifty',
    text: "fraction.padEnd(2, '0')",
    instead: "fraction.padStart(2, '0')",
  },
  { ...money, broken: 'cents without their zero', text: ".padStart(3, '0')", instead: ".padStart(2, '0')" },
  {
    ...money,
    broken: 'a third digit after the point that is dropped',
    text: '([0-9]{1,2}))?$/',
    instead: '([0-9]{1,2})[0-9]*)?$/',
  },
  {
    ...dues,
    broken: 'a due that was paid twice, of which nobody is told',
    text: 'if (isPaid && due.isOnce && paidBy !== null) twice.set(after.id, after)',
    instead: 'if (isPaid && due.isOnce && paidBy !== null) twice.delete(after.id)',
  },
  {
    ...dues,
    broken: 'a due that stays paid when the money went back',
    text: 'if (paidBy === after.id) paidBy = null',
    instead: 'if (paidBy !== after.id) paidBy = null',
  },
  {
    ...dues,
    broken: 'a reversal that counts as a payment',
    text: 'paidCount += isPaid ? 1 : -1',
    instead: 'paidCount += 1',
  },
]
