// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of programs, which have them.
import type { Mutation } from './mutation.ts'

const judging = { file: 'risk/judge-payment.ts', caughtBy: ['src/risk/judge-payment.test.ts'] }
const payments = { caughtBy: ['test/stories/rules-look-at-payments.test.ts'] }
const everyWay = { caughtBy: ['test/stories/rules-look-at-every-way-to-pay.test.ts'] }
const drafts = { caughtBy: ['test/stories/payments-for-drafts-wait-without-a-connection.test.ts'] }
const refunds = { caughtBy: ['test/stories/rules-look-at-refunds.test.ts'] }
const batches = {
  file: 'risk/vet-batch.ts',
  caughtBy: ['test/stories/a-batch-keeps-no-payout-waiting.test.ts'],
}
const payouts = { caughtBy: ['test/stories/rules-look-at-payouts.test.ts'] }

/** In the rules that payments are looked at by. */
export const mutationsOfRisk: Mutation[] = [
  {
    file: 'collections/request-collections.ts',
    caughtBy: ['test/stories/what-people-collect-is-audited.test.ts'],
    broken: 'a person who keeps what is counted from programs, for as long as somebody writes an entry',
    text: 'if (some.some(keepsProgramsWaiting)) await untilAuditHeadIsFree(sql)',
    instead: '',
  },
  {
    ...judging,
    broken: 'a block that goes before what is allowed',
    text: "const precedence: readonly RiskAction[] = ['allow', 'block', 'review']",
    instead: "const precedence: readonly RiskAction[] = ['block', 'allow', 'review']",
  },
  {
    ...judging,
    broken: 'a rule that acts although it only watches',
    text: "met.filter(({ rule }) => rule.mode === 'on')",
    instead: 'met',
  },
  {
    ...judging,
    broken: 'a not that takes what nobody knows for true',
    text: 'holds: holds === null ? null : !holds',
    instead: 'holds: !holds',
  },
  {
    ...payments,
    file: 'risk/vet-payments.ts',
    broken: 'payments that come in one batch and do not count each other',
    text: "if (judgement.action !== 'block') note(payment, before)",
    instead: '',
    only: 'of twelve at once four are made, whoever comes first',
  },
  {
    ...everyWay,
    file: 'risk/vet-payments.ts',
    broken: 'payments that count beside each other, and not one after the other',
    text: "pg_try_advisory_xact_lock(hashtextextended('risk ' || name, 0)) as is_ours",
    instead: 'true as is_ours',
    only: 'of two payments for the last that is allowed, the one that is refused issues no invoice, however close they come',
  },
  {
    ...payouts,
    file: 'risk/vet-payments.ts',
    broken: 'payouts that count beside each other, and not one after the other',
    text: "select pg_advisory_xact_lock(hashtextextended('risk ' || name, 0)) from",
    instead: 'select name from',
    only: 'of two payouts for the last that is allowed one is made, however close they come',
  },
  {
    ...refunds,
    file: 'refunds/request-refund.ts',
    broken: 'a refund to whom its merchant says, at which no rule looks',
    text: 'directed ? await vetPayout(tx, world, paymentOf(row)) : null',
    instead: 'null',
    only: 'where a merchant says whom a refund goes to, a rule refuses it as every payout, and nothing is left of it',
  },
  {
    ...refunds,
    file: 'refunds/request-refund.ts',
    broken: 'a rule that keeps from a payer what they paid',
    text: 'directed ? await vetPayout(tx, world, paymentOf(row)) : null',
    instead: 'await vetPayout(tx, world, paymentOf(row))',
    only: 'a refund to whoever paid is theirs, whatever rules say of them',
  },
  {
    ...refunds,
    file: 'risk/gather-facts.ts',
    broken: 'refunds to whom merchants say that nobody counts',
    text: "(t.kind = 'withdrawal' or t.directed)",
    instead: "(t.kind = 'withdrawal')",
    only: 'of two at once for the last that is allowed one is made',
  },
  {
    ...batches,
    broken: 'a batch that holds what is counted while it counts and writes',
    text: 'const seen = counted ?',
    instead: "if (counted) await holdCounted(tx, asked, 'wait')\n  const seen = counted ?",
    only: 'while a batch is inside, payouts of its merchant are made, and those count before it',
  },
  {
    ...batches,
    file: 'batches/request-batch.ts',
    broken: 'a batch of thousands that rules count although there is no money for it',
    text: 'if (available < reserved) throw tooLittle(currency, available, reserved)\n  const foreseen = await foreseePayouts(tx, world, rows.map(paymentOf))',
    instead:
      'const foreseen = await foreseePayouts(tx, world, rows.map(paymentOf))\n  if (available < reserved) throw tooLittle(currency, available, reserved)',
    only: 'rules are not asked about a batch that its balance or a cap of its key refuses anyway',
  },
  {
    ...batches,
    file: 'batches/request-batch.ts',
    broken: 'a batch of thousands that rules count although its key may not ask for it',
    text: 'await refuseBeyondCaps(tx, world, caller.by, { amount, currency, largest })',
    instead: '',
    only: 'rules are not asked about a batch that its balance or a cap of its key refuses anyway',
  },
  {
    ...batches,
    broken: 'a batch that does not see what was paid while it was written',
    text: 'if (fresh.length === 0) return outcome',
    instead: 'if (fresh.length >= 0) return outcome',
    only: 'while a batch is inside, payouts of its merchant are made, and those count before it',
  },
  {
    ...batches,
    broken: 'a batch that keeps nothing of what it met in what others asked for meanwhile',
    text: 'await keepHits(tx, found)',
    instead: '',
    only: 'what others ask for meanwhile makes a batch wait for two people, and is told in its hit',
  },
  {
    ...payouts,
    file: 'withdrawals/vet-answer.ts',
    broken: 'a name that differs, told with the answer, which needs no second person',
    text: 'looksAtName(rule) || rule.action',
    instead: 'rule.action',
    only: 'a name that is told only with the answer is looked at as one that came at once',
  },
  {
    file: 'collections/write-vetted.ts',
    broken: 'a request that comes beside its twin, taken for a payment too many',
    text: "const isHeld = await holdCounted(tx, known(asked.values()), 'try')\n  const written = await answerRepeated(tx, wishes)",
    instead:
      "const written = await answerRepeated(tx, wishes)\n  const isHeld = await holdCounted(tx, known(asked.values()), 'try')",
    caughtBy: ['test/who-shares-a-batch.test.ts'],
    only: 'one request in two processes is one payment, also where the second counts when the first is written',
  },
  {
    file: 'risk/vet-payments.ts',
    caughtBy: ['test/stories/a-batch-keeps-no-payout-waiting.test.ts'],
    broken: 'a payout of others that takes the second person from a batch',
    text: 'for (const payment of others) note(payment, beside)',
    instead: 'for (const payment of others) note(payment, before)',
    only: 'a payout to the same new recipient, which waits itself, takes from a batch no second person',
  },
  {
    ...payouts,
    file: 'risk/vet-batch.ts',
    broken: 'a refused batch that keeps a hit for each of its rows',
    text: 'payments.length === 1 ? hits : oneOfEachRule(hits)',
    instead: 'hits',
    only: 'of a batch that is refused each rule keeps one hit, which counts its rows',
  },
  {
    file: 'auth/refuse-own-money.ts',
    broken: 'somebody who lets the payouts of their own merchant through by a rule for everybody',
    text: 'select from memberships where user_id = ${by.adminId} limit 1',
    instead: 'select from memberships where user_id = ${by.adminId} and merchant_id is null limit 1',
    caughtBy: ['test/stories/nobody-rules-over-their-own-payouts.test.ts'],
  },
  {
    ...payments,
    file: 'collections/write-vetted.ts',
    broken: 'a repeated request that is counted once more',
    text: 'return new Map([...earlier].filter(([, answer]) => !isNew(answer)))',
    instead: 'return new Map()',
    only: 'a repeated request is answered as it was, and counts once',
  },
  {
    ...payments,
    file: 'collections/judge-report.ts',
    broken: 'money that comes from whom a rule would have refused, and is not held',
    text: "outcome === 'held' || outcome === 'blocked'",
    instead: "outcome === 'held'",
    only: 'money whose payer is known only when it comes is held, never refused',
  },
  {
    ...payments,
    file: 'risk/gather-facts.ts',
    broken: 'a simulation that knows what came later',
    text: "seen === 'then' ? sql`t.id < w.id` : sql`t.id <> w.id`",
    instead: 'sql`t.id <> w.id`',
    only: 'a rule is tried on the past by what was known then, and changes nothing',
  },
  {
    ...everyWay,
    file: 'collections/read-money-rules.ts',
    broken: 'money for a control number that no rule looks at',
    text: "if (found.collection.method === 'BILL_PAY') return true",
    instead: '',
    only: 'money for a control number, which nobody has asked for, is held and never refused',
  },
  {
    ...everyWay,
    file: 'collections/write-vetted.ts',
    broken: 'an invoice that is issued for a payment which a rule refuses once it has counted',
    text: 'await drafts.issue(known(made.map(({ draft }) => draft?.id)))',
    instead: 'await drafts.issue(known(wishes.map(({ draft }) => draft?.id)))',
    only: 'of two payments for the last that is allowed, the one that is refused issues no invoice, however close they come',
  },
  {
    ...drafts,
    file: 'collections/request-collections.ts',
    broken: 'an invoice that is issued before anybody looks whether the key was used for something else',
    text: 'return () => door({ ...wish, rules: isFree ? null : rules, draft, asker })',
    instead: `return async () => {
      if (draft) await sql.begin(async (tx) => await (await holdDrafts(tx, [draft])).issue([draft.id]))
      return await door({ ...wish, rules: isFree ? null : rules, draft, asker })
    }`,
    only: 'with no rule, a key that was used for something else issues no invoice',
  },
  {
    ...drafts,
    file: 'collections/write-vetted.ts',
    broken: 'payments that wait with a connection for whoever counts those of their merchant',
    text: "holdCounted(tx, known(asked.values()), 'try')",
    instead: "holdCounted(tx, known(asked.values()), 'wait')",
    only: 'while somebody counts the payments of a merchant, those for its drafts keep nobody else waiting',
  },
  {
    file: 'collections/request-collections.ts',
    caughtBy: ['test/who-shares-a-batch.test.ts'],
    broken: 'payments for drafts that each take a connection, however many come at once',
    text: 'return () => door({ ...wish, rules: isFree ? null : rules, draft, asker })',
    instead: `return async () => {
      const one = { ...wish, rules: isFree ? null : rules, draft }
      const [answer] = await requestEach([one], (some) => sql.begin((tx) => writeVetted(tx, world, holdDrafts, some)))
      return answer ?? new Error('A request was not answered.')
    }`,
    only: 'payments that issue invoices share a batch with those of their environment',
  },
  {
    ...drafts,
    file: 'invoices/move-invoices.ts',
    broken: 'payments that wait with a connection for whoever changes their draft',
    text: 'for update skip locked`',
    instead: 'for update`',
    only: 'while somebody changes a draft, payments for it keep nobody else waiting, and issue it once',
  },
  {
    ...everyWay,
    file: 'collections/begin-try.ts',
    broken: 'a way to pay on a page that no rule looks at',
    text: 'const review = await vetTry(tx, world, collection, tried)',
    instead: 'const review = null',
    only: 'on a hosted page whoever a rule speaks against is told so, and somebody else pays on it',
  },
  {
    ...payments,
    file: 'risk/keep-hits.ts',
    broken: 'a rule that allows, and keeps a hit of every payment though no other speaks',
    text: "isOverruled || outcome !== 'allowed'",
    instead: "isOverruled || outcome !== 'blocked'",
    only: 'a rule that allows, where no other speaks, keeps nothing of each payment',
  },
  {
    ...payments,
    file: 'risk/lists.ts',
    broken: 'a list that is called by a phone number, which the audit log keeps for ever',
    text: "if (/[0-9]{6}/.test(list.replaceAll('-', ''))) {",
    instead: "if (/[0-9]{36}/.test(list.replaceAll('-', ''))) {",
    only: 'no list is called by a phone number, which would be kept when the entry is gone',
  },
  {
    file: 'risk/risk.ts',
    broken: 'a number that stays on a list when payments have forgotten whose it was',
    text: "await deleteOld(world.sql, entries, await endOf(world, 'payments_days'))",
    instead: '',
    caughtBy: ['test/stories/somebody-is-erased.test.ts'],
    only: 'whoever is erased stands nowhere but in payments, and when those end nowhere at all',
  },
]
