// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of programs, which have them.
import type { Mutation } from './mutation.ts'

const story = (name: string) => [`test/stories/${name}.test.ts`]

const unwelcome = story('money-comes-in-spite-of-a-no')
const taking = { file: 'bills/take-bill.ts', caughtBy: unwelcome }
const forgetting = { caughtBy: story('control-numbers-forget-whom-they-were-for') }

/** In what is paid for control numbers, and in what they say of people. */
export const mutationsOfBills: Mutation[] = [
  {
    ...taking,
    broken: 'money in spite of a no that is the merchant’s',
    text: "const word = answer === 'payable' ? outcome : unwelcome(outcome, answer)",
    instead: 'const word = outcome',
  },
  {
    ...taking,
    broken: 'money in spite of a no that nobody owes to its payer',
    text: "    if (outcome.kind === 'succeeded') await oweToItsPayer(tx, desk, collection, answer, delayMs)\n",
    instead: '',
  },
  {
    broken: 'a success that is passed over after the money of a bill was called gone',
    file: 'collections/judge-report.ts',
    text: 'if (owedFor.has(reference) && !isCalledGone) return ignore',
    instead: 'if (owedFor.has(reference)) return ignore',
    caughtBy: ['src/collections/judge-bill-again.test.ts'],
  },
  {
    broken: 'a bill of which nobody remembers that its money was called gone',
    file: 'evidence/find-turns.ts',
    text: "where kind <> 'succeeded'`",
    instead: "where kind = 'never_seen'`",
    caughtBy: story('a-bill-is-called-gone-and-comes-once-more'),
  },
  {
    broken: 'money that was taken back, came once more, and is passed over when it is taken back again',
    file: 'collections/judge-report.ts',
    text: "const isOwed = status === 'reversed' && owedFor.has(reference)",
    instead: 'const isOwed = false',
    caughtBy: story('what-was-taken-back-comes-once-more'),
    only: 'and is owed to nobody once a bill is taken back again, as often as that happens',
  },
  {
    broken: 'a refund that never leaves, because the payment was taken back before its money came once more',
    file: 'withdrawals/gone-back.ts',
    text: 'return await isCalledGone(sql, row)\n',
    instead: 'return true\n',
    caughtBy: story('what-was-taken-back-comes-once-more'),
    only: 'what comes once more of a bill is owed to its payer, and goes there',
  },
  {
    broken: 'an answer that is taken for a repetition of the callback that made us ask',
    file: 'evidence/find-turns.ts',
    text: 'if (!isDefinite(word) || isDoubted)',
    instead: 'if (!isDefinite(word))',
    caughtBy: story('what-was-taken-back-is-said-to-be-paid'),
    only: 'of a payout that came back the provider is asked, and if it has paid all the same a person is told, once',
  },
  {
    broken: 'two who pay one order at once and do not see each other',
    file: 'bills/find-payable.ts',
    text: '  await tx`select from control_numbers where id = ${found.id} for update`\n',
    instead: '',
    caughtBy: unwelcome,
    only: 'of two who pay one order at once one is welcome, and the other gets the money back',
  },
  {
    broken: 'a held payment that leaves its order open',
    file: 'bills/find-payable.ts',
    text: "status in ('processing', 'pending_clearance', 'successful')",
    instead: "status = 'successful'",
    caughtBy: story('a-control-number-is-paid'),
    only: 'what is held counts as taken, and is cleared or not by a person',
  },
  {
    broken: 'a mistyped number that is taken for another',
    file: 'control-numbers/check-digit.ts',
    text: 'interimOf(number) === 0',
    instead: 'number.length === 13',
    caughtBy: ['src/control-numbers/check-digit.test.ts'],
  },
  {
    broken: 'an order that is open again for ever once its payment was reversed and paid again',
    file: 'dues/pay-numbers.ts',
    text: "return isWhole(number, paid, invoice) ? 'PAID' : 'ACTIVE'",
    instead: "return isWhole(number, paid, invoice) ? 'PAID' : status",
    caughtBy: story('a-control-number-is-paid'),
    only: 'what is reversed opens the number again',
  },
  {
    ...forgetting,
    broken: 'somebody erased whom the number that they paid goes on naming',
    file: 'privacy/forget-payments.ts',
    text: '  await forgetNumbersOfCollections(tx, gone)\n',
    instead: '',
  },
  {
    ...forgetting,
    broken: 'somebody erased whom the number of their invoice goes on naming',
    file: 'privacy/forget-payments.ts',
    text: '  await forgetNumbersOfInvoices(tx, ids)\n',
    instead: '',
  },
  {
    ...forgetting,
    broken: 'somebody erased whom a number that nobody paid goes on naming',
    file: 'privacy/erase-customers.ts',
    text: '  await forgetNumbersOfCustomers(tx, person)\n',
    instead: '',
  },
  {
    ...forgetting,
    broken: 'somebody erased whom what was told of a number goes on naming',
    file: 'privacy/forget-control-numbers.ts',
    text: '  await forgetEventsOf(tx, ids)\n',
    instead: '',
  },
]
