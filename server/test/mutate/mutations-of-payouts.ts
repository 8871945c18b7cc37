// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of programs, which have them.
import type { Mutation } from './mutation.ts'

const judge = { file: 'withdrawals/judge-payout.ts', caughtBy: ['src/withdrawals/judge-payout.test.ts'] }
const books = {
  file: 'withdrawals/withdrawal-books.ts',
  caughtBy: ['src/withdrawals/withdrawal-books.test.ts'],
}
const draft = {
  file: 'withdrawals/draft-withdrawal.ts',
  caughtBy: ['test/stories/asking-for-a-withdrawal-moves-nothing.test.ts'],
}
const deciding = {
  file: 'withdrawals/decide-withdrawals.ts',
  caughtBy: ['test/stories/a-super-admin-decides-about-a-withdrawal.test.ts'],
}
const requesting = {
  file: 'withdrawals/request-withdrawals.ts',
  caughtBy: ['test/stories/asking-for-a-withdrawal-moves-nothing.test.ts'],
}
const caps = { file: 'auth/payout-caps.ts', caughtBy: ['test/stories/a-key-has-a-cap.test.ts'] }
const own = {
  file: 'auth/refuse-own-money.ts',
  caughtBy: ['test/permissions/nobody-decides-for-their-own.test.ts'],
}
const restored = { caughtBy: ['test/backups/a-point-in-the-past-opens-discrepancies.test.ts'] }
const alone = {
  file: 'withdrawals/passed-alone.ts',
  caughtBy: ['test/stories/what-one-person-lets-pass-adds-up.test.ts'],
}
const twice = { caughtBy: ['test/stories/what-a-payer-gets-twice-is-ours-to-lose.test.ts'] }

/** On the way of money out: who may ask, who decides, what a provider's word means. */
export const mutationsOfPayouts: Mutation[] = [
  {
    ...judge,
    broken: 'a word about what was never sent, believed',
    text: 'if (sentAt === null) return judgeUnsent(word)',
    instead: '',
  },
  {
    ...judge,
    broken: 'an unclear answer that is taken for failure',
    text: "? move('NEEDS_RECONCILIATION',",
    instead: "? move('FAILED',",
  },
  {
    ...judge,
    broken: 'a payout that was made after it had failed, forgotten',
    text: "return status === 'FAILED' ? move('NEEDS_ADMIN_ATTENTION', 'the provider says paid after failure') : ignore",
    instead: 'return ignore',
  },
  {
    ...judge,
    broken: 'another amount that was paid out, taken for ours',
    text: '(paid.amount !== amount || paid.currency !== currency)',
    instead: 'paid.currency !== currency',
  },
  {
    ...judge,
    broken: 'a payout that failed after success, forgotten',
    text: "return status === 'SUCCESS' ? contradiction('failure_after_success', 'failed') : ignore",
    instead: 'return ignore',
  },
  {
    ...books,
    broken: 'an approval that spends what is not there',
    text: 'isApproval ? reserve(total) : reserveWithDebt(total)',
    instead: 'reserveWithDebt(total)',
  },
  {
    ...books,
    broken: 'a step that can be booked only once in the life of a withdrawal',
    text: 'cause: `withdrawal ${after.id} ${after.moves} ${as ?? booking.type}`',
    instead: 'cause: `withdrawal ${after.id} ${as ?? booking.type}`',
  },
  {
    ...books,
    broken: 'a payout without what it costs',
    text: 'if (charged === 0n) return paid',
    instead: 'if (charged >= 0n) return paid',
  },
  {
    ...draft,
    broken: 'a merchant that is not verified, and asks for its money',
    text: '  refuseRestricted(caller)\n',
    instead: '',
    caughtBy: ['test/stories/some-withdrawals-may-not-be-approved.test.ts'],
  },
  {
    ...draft,
    broken: 'the name of one bank with the code of another',
    text: 'if (resemblesBank(code, given)) return []',
    instead: 'if (given) return []',
    caughtBy: ['test/stories/bad-input-pays-nobody.test.ts'],
  },
  {
    ...requesting,
    broken: 'a balance that covers the amount and not its cost',
    text: 'if (available < wished.total_reserved)',
    instead: 'if (available < wished.amount)',
  },
  {
    ...requesting,
    broken: 'a key whose cap is not counted',
    text: '  await countPayout(tx, world, caller.by, wished)\n',
    instead: '',
    caughtBy: caps.caughtBy,
  },
  {
    ...caps,
    broken: 'a cap for each payout that is not kept',
    text: '(each is null or each >= ${largest}::bigint)',
    instead: 'true',
  },
  {
    ...caps,
    broken: 'a cap for the day that starts anew with each request',
    text: 'set asked = case when day >= ${today}::date then asked else 0 end + ${amount}::bigint,',
    instead: 'set asked = ${amount}::bigint,',
  },
  {
    ...deciding,
    broken: 'somebody who decides about their own money',
    text: '  await refuseOwnMoney(tx, world, by, withdrawal)\n',
    instead: '',
    caughtBy: own.caughtBy,
  },
  {
    ...deciding,
    broken: 'one person who is enough where two are needed',
    text: '>= approvalsNeeded(withdrawal, alone)',
    instead: '>= 1',
    caughtBy: [...deciding.caughtBy, 'test/stories/some-withdrawals-may-not-be-approved.test.ts'],
  },
  {
    ...alone,
    broken: 'sums below the limit that pass one by one',
    text: 'return found?.passed ?? 0n',
    instead: 'return (found?.passed ?? 0n) * 0n',
  },
  {
    ...alone,
    broken: 'two approvals at once of which neither counts the other',
    text: 'await tx`select pg_advisory_xact_lock(',
    instead: 'await tx`select abs(',
    only: 'of many that are approved at once no more than the limit passes',
  },
  {
    ...deciding,
    broken: 'one person who approves twice',
    text: 'if (noted.count === 0) {',
    instead: 'if (noted.count < 0) {',
    caughtBy: [...deciding.caughtBy, 'test/stories/some-withdrawals-may-not-be-approved.test.ts'],
  },
  {
    broken: 'a settled payout that stays paid in our books',
    file: 'withdrawals/settle-withdrawals.ts',
    text: "if (status === 'SUCCESS') return 'REVERSED'",
    instead: "if (status === 'SUCCESS') return null",
    caughtBy: ['src/withdrawals/settle-withdrawals.test.ts'],
  },
  {
    ...restored,
    broken: 'payouts that leave by books which were set back',
    file: 'providers/route.ts',
    text: "if (restored.holdsPayouts) return 'reconciliation'",
    instead: '',
  },
  {
    ...restored,
    broken: 'a payout of before the restore that is sent without asking whether it was paid',
    file: 'withdrawals/chase-withdrawals.ts',
    text: 'isFirst && !registry.mayHaveBeenSent(withdrawal)',
    instead: 'isFirst',
  },
  {
    ...restored,
    broken: 'decisions by books which were set back',
    file: 'providers/restores.ts',
    text: "return environment === 'live' && (await readRestored(sql)).holdsPayouts",
    instead: "return environment !== 'live' && (await readRestored(sql)).holdsPayouts",
  },
  {
    ...restored,
    broken: 'a payout that was paid by its provider, and is taken back here',
    file: 'withdrawals/contradicted.ts',
    text: "status = 'open'",
    instead: "status = 'nothing'",
  },
  {
    ...twice,
    broken: 'what goes to a payer twice, taken from what another one is owed',
    file: 'withdrawals/bear-returns.ts',
    text: 'const lacking = after.amount - owed.inReturns',
    instead: 'const lacking = 0n',
  },
  {
    ...twice,
    broken: 'what was borne and came back, left where payers are owed',
    file: 'withdrawals/bear-returns.ts',
    text: 'owed.inReturns -= ours\n  return -ours',
    instead: 'return 0n',
  },
]
