import type { Mutation } from './mutation.ts'

const report = { file: 'collections/judge-report.ts', caughtBy: ['src/collections/judge-report.test.ts'] }
const tried = { file: 'collections/judge-try.ts', caughtBy: ['src/collections/judge-try.test.ts'] }
const books = {
  file: 'collections/collection-books.ts',
  caughtBy: ['src/collections/collection-books.test.ts'],
}
const rules = { file: 'collections/page-rules.ts', caughtBy: ['src/collections/page-rules.test.ts'] }
const settling = {
  file: 'collections/settle-collections.ts',
  caughtBy: ['src/collections/settle-collections.test.ts'],
}
const twice = {
  caughtBy: ['test/stories/a-request-sent-twice-acts-once.test.ts'],
  file: 'http/remember-reply.ts',
}
const doors = {
  file: 'callbacks/take-callbacks.ts',
  caughtBy: ['test/stories/callbacks-come-to-the-door-of-their-provider.test.ts'],
}

/** On the way of money in: what words mean, what pages allow, what a repeat does, who is believed. */
export const mutationsOfCollections: Mutation[] = [
  {
    ...report,
    broken: 'another amount that is taken for the one that was asked for',
    text: 'if (paid && paid.amount !== collection.amount)',
    instead: 'if (paid && paid.amount < collection.amount)',
  },
  {
    ...report,
    broken: 'another currency that is taken for ours',
    text: 'if (paid && paid.currency !== collection.currency)',
    instead: 'if (paid && paid.currency === undefined)',
  },
  {
    ...report,
    broken: 'a success after failure that nobody hears of',
    text: "if (collection.status === 'failed') return contradiction('success_after_failure', success)",
    instead: "if (collection.status === 'failed') return ignore",
  },
  {
    ...report,
    broken: 'not knowing that is taken for failure',
    text: "if (word.kind === 'pending' || word.kind === 'unknown') return ignore",
    instead: "if (word.kind === 'pending') return ignore",
  },
  {
    ...report,
    broken: 'a merchant who pays itself from another phone than it named',
    text: 'payer ?? collection.customer_phone',
    instead: 'collection.customer_phone',
  },
  {
    ...report,
    broken: 'a threshold that holds what is just below it',
    file: 'risk/judge-payment.ts',
    text: 'return order > 0',
    instead: 'return order >= 0',
  },
  {
    ...report,
    broken: 'a failure that undoes a success',
    text: "if (status === 'processing' || status === 'pending_clearance') {",
    instead: "if (status !== 'failed') {",
  },
  {
    ...report,
    broken: 'a reversal of another amount that credits first',
    text: "if (status === 'processing' && isMispaid) {",
    instead: "if (status === 'created' && isMispaid) {",
  },
  {
    ...report,
    broken: 'money that was held and went back, and is held for ever',
    text: "if (status === 'pending_clearance') {",
    instead: "if (status === 'created') {",
  },
  {
    ...tried,
    broken: 'a repeated success of the try that paid, taken for a second payment',
    text: "state === 'paid' && id !== tried.id",
    instead: "state === 'paid'",
  },
  {
    ...tried,
    broken: 'a page that ends with its first failure',
    text: "path: [isOver ? 'failed' : 'processing']",
    instead: "path: ['failed']",
  },
  {
    ...tried,
    broken: 'a success of a try that was said to have failed, forgotten',
    text: "return pays ? { verdict, end: { state: 'paid', failure: null } } : { verdict: ignore, end: null }",
    instead: 'return { verdict: ignore, end: null }',
  },
  {
    ...books,
    broken: 'a reversal that takes the fee back too late',
    text: "return to === 'reversed' ? [...charged, ...moved] : [...moved, ...charged]",
    instead: 'return [...moved, ...charged]',
  },
  {
    ...books,
    broken: 'a fee that is kept when the payment goes back',
    text: "return to === 'reversed' ? [{ cause: 'fee back'",
    instead: "return to === 'created' ? [{ cause: 'fee back'",
  },
  {
    ...books,
    broken: 'a payment that a person believes in, and that is credited to nobody',
    text: "'failed→successful': (provider, amount) => [credit(provider, amount)],",
    instead: "'failed→successful': () => [],",
  },
  {
    ...rules,
    broken: 'a page with a try too many',
    text: 'tries.length < mostTries',
    instead: 'tries.length <= mostTries',
  },
  {
    ...rules,
    broken: 'a page that goes on after its end',
    text: 'isUnpaid && at < pageEndOf(collection)',
    instead: 'isUnpaid',
  },
  {
    ...rules,
    broken: 'a customer who leaves a payment that is under way',
    text: 'leave: isUnpaid && !isOpen,',
    instead: 'leave: isUnpaid,',
  },
  {
    ...settling,
    broken: 'a settled payment that the provider had taken back, credited for good',
    text: "isReversed ? ['successful', 'reversed'] : ['successful']",
    instead: "['successful']",
  },
  {
    ...settling,
    broken: 'a settled reversal that moves nothing',
    text: "if (status === 'successful') return ['reversed']",
    instead: "if (status === 'successful') return []",
  },
  {
    broken: 'another order under a used key, answered with the first one',
    file: 'collections/request-collections.ts',
    text: "if (!answer.fingerprint.equals(wish.mark.fingerprint)) return new Refusal('idempotency_key_reused')",
    instead: '',
    caughtBy: ['test/stories/an-order-sent-twice-is-one-collection.test.ts'],
  },
  {
    broken: 'a repeat that looks like the first',
    file: 'collections/request-collections.ts',
    text: 'replayed: answer.replayed || !isFirst',
    instead: 'replayed: false',
    caughtBy: ['test/stories/an-order-sent-twice-is-one-collection.test.ts'],
  },
  {
    ...twice,
    broken: 'another request under a used key, answered with the first reply',
    text: "if (!kept.fingerprint.equals(mark.fingerprint)) throw new Refusal('idempotency_key_reused')",
    instead: '',
  },
  {
    ...twice,
    broken: 'the same request with its fields in another order, taken for another',
    text: 'Object.keys(fields).sort()',
    instead: 'Object.keys(fields)',
  },
  {
    ...doors,
    broken: 'a callback that is believed without its signature',
    text: 'if (read.callback?.isGenuine)',
    instead: 'if (read.callback)',
  },
  {
    ...doors,
    broken: 'a callback of any length that is read',
    text: 'if (raw.body.length > provider.can.callbackBytes) throw tooLarge(provider.can.callbackBytes)',
    instead: '',
  },
]
