// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of programs, which have them.
import type { Mutation } from './mutation.ts'

const story = (name: string) => [`test/stories/${name}.test.ts`]

const announcing = {
  file: 'webhooks/announce-events.ts',
  caughtBy: story('each-endpoint-is-told-what-it-asks-for'),
  only: 'types, kinds of types, methods and metadata decide who is told',
}
const deciding = { file: 'batches/decide-batches.ts', caughtBy: story('a-batch-is-decided-about') }
const recipients = { file: 'recipients/judge-recipient.ts', caughtBy: story('recipients-are-saved-and-paid') }
const crediting = {
  file: 'credit-notes/issue-credit-note.ts',
  caughtBy: story('a-credit-note-takes-back-what-was-billed'),
  only: 'beyond what is due it is given back outside, and not refunded as well',
}
const refunding = { file: 'refunds/request-refund.ts', caughtBy: story('a-payment-is-refunded') }
const giving = {
  file: 'withdrawals/refund-effects.ts',
  caughtBy: story('what-is-paid-after-a-void-is-refunded'),
}
const erasing = {
  file: 'privacy/forget-payments.ts',
  caughtBy: story('somebody-is-erased'),
  only: 'whoever is erased stands nowhere but in payments, and when those end nowhere at all',
}
const stating = {
  file: 'statements/canonical-form.ts',
  caughtBy: story('a-statement-is-written-of-ended-days'),
}

/** In what good peers have: more endpoints, batches, recipients, credit notes, refunds, networks, personal data, statements. */
export const mutationsOfPeers: Mutation[] = [
  {
    ...announcing,
    broken: 'an endpoint that is told of what has other metadata',
    text: "and (a.metadata = '{}' or t.metadata::jsonb @> a.metadata)",
    instead: '',
  },
  {
    ...announcing,
    broken: 'a kind of events that nobody understands',
    text: "or split_part(t.spelling, '.', 1) || '.*' = any(a.events)",
    instead: '',
  },
  {
    ...announcing,
    broken: 'an endpoint that is told of every way of paying',
    text: 'and (a.methods is null or t.method = any(a.methods))',
    instead: '',
  },
  {
    broken: 'endpoints that wait for each other in one lane',
    file: 'webhooks/deliver-events.ts',
    text: 'line(laneOf(endpointId), endpoint,',
    instead: "line(laneOf('00000000-0000-0000-0000-000000000000'), endpoint,",
    caughtBy: story('one-dead-endpoint-delays-no-other'),
  },
  {
    broken: 'two who add endpoints at once and do not see each other',
    file: 'webhook-endpoints/add-endpoint.ts',
    text: '  await lockConfig(tx, merchantId, world.clock.now())\n',
    instead: '',
    caughtBy: story('a-merchant-adds-endpoints'),
    only: 'of twenty that are added at once ten are, and never two with one address',
  },
  {
    broken: 'a deleted endpoint whose secret is kept',
    file: 'webhook-endpoints/delete-endpoint.ts',
    text: 'set url = null, secret_sealed = null, deleted_at',
    instead: 'set url = null, deleted_at',
    caughtBy: announcing.caughtBy,
    only: 'one that is deleted or switched off while deliveries wait is sent nothing more, and they say why',
  },
  {
    ...deciding,
    broken: 'a batch that is approved by whoever has seen other rows',
    text: 'if (decision.contentHash !== batch.content_hash) {',
    instead: "if (decision.contentHash === '') {",
    caughtBy: story('a-batch-is-approved-and-paid'),
    only: 'other rows than were looked at are not approved',
  },
  {
    ...deciding,
    broken: 'a large batch that one person approves alone',
    text: 'approvalsNeeded(askedWith(batch), alone)',
    instead: 'approvalsNeeded({ amount: 0n, review_hit: null }, alone)',
    only: 'the sum decides whether a second person must approve, who approves the same rows',
  },
  {
    broken: 'a row under review that leaves with its batch',
    file: 'batches/batch-row.ts',
    text: 'return each || hit !== null',
    instead: 'return each',
    caughtBy: story('rows-under-review-are-approved-by-themselves'),
    only: 'one person approves the batch, and its row under review stays until two have approved that',
  },
  {
    broken: 'a batch that pays one reference twice',
    file: 'batches/judge-rows.ts',
    text: 'if (first !== undefined) {',
    instead: 'if (first === 0) {',
    caughtBy: story('a-batch-is-read-from-a-spreadsheet'),
    only: 'everything that is wrong is told at once, row by row, and nothing is made',
  },
  {
    ...recipients,
    broken: 'a blocked recipient who is paid when it is written out',
    text: '{ withRemoved: found === undefined })\n  if (blocked) throw',
    instead: '{ withRemoved: found === undefined })\n  if (blocked?.id === recipientId) throw',
    only: 'a blocked or removed recipient gets nothing: not by its id, not written out, not if it was asked for before',
  },
  {
    ...recipients,
    broken: 'a recipient who cools and is paid',
    text: "if (status === 'READY') return false",
    instead: 'if (!isOverridden) return false',
    only: 'a recipient is saved, cools for a day, and is paid by its id',
  },
  {
    broken: 'whoever stole a session and ends the cooling at once',
    file: 'recipients/recipient-settings.ts',
    text: 'return present.hours === 0 ? { now: wished, next: null }',
    instead: 'return present.hours >= 0 ? { now: wished, next: null }',
    caughtBy: story('whom-a-merchant-pays-is-its-choice'),
  },
  {
    ...crediting,
    broken: 'a note that credits what a refund is about to give back',
    text: 'const most = due + refundable < uncredited ? due + refundable : uncredited',
    instead: 'const most = uncredited',
  },
  {
    ...crediting,
    broken: 'money that is given back outside and may be refunded as well',
    text: '  await takeOff(tx, payments, outside)\n',
    instead: '',
  },
  {
    broken: 'a refund that credits what it was told to leave due',
    file: 'credit-notes/credit-refunds.ts',
    text: 'if (!isPaid || !isCredited || credit === 0n) continue',
    instead: 'if (!isPaid || credit === 0n) continue',
    caughtBy: crediting.caughtBy,
    only: 'with credit_note false a refund opens the invoice again, and it can be paid anew',
  },
  {
    ...refunding,
    broken: 'parts that together come to more than was paid',
    text: 'if (amount > left || amount === 0n) {',
    instead: 'if (amount > collection.amount || amount === 0n) {',
  },
  {
    broken: 'a refund to somebody who never paid',
    file: 'refunds/draft-refund.ts',
    text: 'canonicalPhone(identifier) !== payer.identifier',
    instead: 'canonicalPhone(identifier) === null',
    caughtBy: refunding.caughtBy,
    only: 'what cannot be refunded is refused, and changes nothing',
  },
  {
    broken: 'a refund that goes to the same digits at another network',
    file: 'refunds/draft-refund.ts',
    text: 'if (code !== undefined && payer.destinationCode !== null && code !== payer.destinationCode) {',
    instead: "if (code === '' && payer.destinationCode !== null) {",
    caughtBy: refunding.caughtBy,
    only: 'a refund goes to the payer who is known, and to no other network, number or account',
  },
  {
    broken: 'a refund that a person asks for, and the audit log knows nothing of',
    file: 'refunds/refunds.ts',
    text: `          noteByPerson(tx, world, call, {
            action: 'refund.request',
`,
    instead: `          noteByPerson(tx, world, { ...call, caller: { ...caller, by: { kind: 'key' } } }, {
            action: 'refund.request',
`,
    caughtBy: ['test/permissions/what-people-write-is-audited.test.ts'],
  },
  {
    ...giving,
    broken: 'a part that goes back of what came after a void, taken for all of it',
    text: 'const isWhole = isPaid && (refunded ?? 0n) + (credited ?? 0n) >= amount',
    instead: 'const isWhole = isPaid',
    only: 'a part that goes back leaves the question open, and the last part ends it',
  },
  {
    ...giving,
    broken: 'a refund of what came after a void that fails, and nobody is asked again',
    text: 'const isInVain = countsAsRefund(before.status) && !countsAsRefund(after.status)',
    instead: 'const isInVain = false',
  },
  {
    broken: 'a link that is made after a part of its invoice, and begins at nothing',
    file: 'links-of-invoices.ts',
    text: 'const link = { ...draft, ...(await paidBeforeLink(tx, invoiceId)) }',
    instead: 'const link = { ...draft }',
    caughtBy: story('an-invoice-is-paid-in-parts'),
    only: 'a link that is made after a part counts it, and follows what becomes of it',
  },
  {
    broken: 'a key with a cap that is told the limits of others',
    file: 'networks/show-networks.ts',
    text: 'if (way === null || mostAtOnce === null || mostAtOnce >= way.limits.most) return way',
    instead: 'if (way === null || mostAtOnce !== 0n) return way',
    caughtBy: story('networks-have-limits'),
    only: 'a key with a cap is told its own limit',
  },
  {
    broken: 'a pin that counts less than what was counted',
    file: 'networks/standing.ts',
    text: '    if (pin) return said(pin)\n',
    instead: '',
    caughtBy: story('a-network-is-down-and-payouts-wait'),
    only: 'what a Super Admin pins counts more than what was counted, until it ends, and is in the audit log',
  },
  {
    ...erasing,
    broken: 'the name that a provider told, left behind',
    text: 'customer_name = null, payer_name = null,',
    instead: 'customer_name = null,',
  },
  {
    ...erasing,
    broken: 'a number that is kept whole',
    text: "left(customer_phone, 6) || repeat('*', greatest(length(customer_phone) - 6, 0))",
    instead: 'customer_phone',
  },
  {
    broken: 'an export from which a line can be taken unseen',
    file: 'privacy/chain-lines.ts',
    text: 'update(`${hash}\\n${text}`)',
    instead: 'update(text)',
    caughtBy: story('people-ask-about-their-data'),
  },
  {
    ...stating,
    broken: 'a statement whose lines a reference can break',
    text: "encodeURIComponent(row.reference ?? '')",
    instead: "row.reference ?? ''",
  },
  {
    ...stating,
    broken: 'a statement that begins with the last row of the one before',
    file: 'statements/prepare-statements.ts',
    text: 'first: opening.lastSeq + 1n',
    instead: 'first: opening.lastSeq',
    // The second goes on with what the first has made.
    only: 'a statement of yesterday is prepared, and its files say the same|each opening is the last closing, over quiet days too, and a longer one holds them all',
  },
]
