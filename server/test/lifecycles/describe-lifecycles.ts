import {
  batchStatuses,
  collectionStatuses,
  controlNumberStatuses,
  invoiceStates,
  withdrawalStatuses,
} from '@malipo/contract'
import { batchBirths, batchEventOf, batchLifecycle } from '../../src/batches/batch-lifecycle.ts'
import { collectionBirths, collectionLifecycle } from '../../src/collections/collection-lifecycle.ts'
import {
  controlNumberBirths,
  controlNumberEventOf,
  controlNumberLifecycle,
} from '../../src/control-numbers/control-number-lifecycle.ts'
import { invoiceBirths, invoiceLifecycle } from '../../src/invoices/invoice-lifecycle.ts'
import { eventOf, withdrawalBirths, withdrawalLifecycle } from '../../src/withdrawals/withdrawal-lifecycle.ts'

type Ways = Partial<Record<string, readonly string[]>>

/** The page `docs/lifecycles.md`, written from the tables that the service itself follows. */
export function describeLifecycles(): string {
  return `# Lifecycles

Written by \`node server/test/lifecycles/write-lifecycles.ts\` from the tables in the code, and checked by a test.

## Collection

${tableOf(collectionStatuses, collectionBirths, collectionLifecycle, (_, to) => collectionLifecycle[to].announces)}

\`reply\`, \`callback\` and \`look_up\` are the provider's word: to our request, by itself, or when asked. \`expiry\` is the end of a
code's time, after the provider was asked, or of a page on which no try is open. Where there are several tries a collection goes from
\`processing\` to \`processing\` when a try fails or another one begins; \`customer\` is whoever picks a way to pay there, or
leaves. \`payer\` is whoever pays a control number without being asked. Whatever else the provider says changes nothing: a repeat is ignored, and a
contradiction becomes a discrepancy that a Super Admin settles.

## Withdrawal

${tableOf(withdrawalStatuses, withdrawalBirths, withdrawalLifecycle, eventOf)}

\`caller\` is whoever asked for it, \`merchant\` who answers a question about it or cancels it, and \`simulated_admin\` whoever
approves and settles in the sandbox. A contradiction waits in \`NEEDS_ADMIN_ATTENTION\`, with the money set aside, until a Super Admin decides; one about
what is paid already moves nothing, and is a discrepancy that a Super Admin settles.

Where the money is, in each state:

| state | the money is |
|---|---|
${withdrawalStatuses.map((status) => `| ${status} | ${places[withdrawalLifecycle[status].position]} |`).join('\n')}

## Disbursement batch

${tableOf(batchStatuses, batchBirths, batchLifecycle, batchEventOf)}

\`service\` is what follows from its rows: it is \`PAUSED\` when they go wrong, and \`DONE\` when all of them have ended ([decision
66](decisions/0066-a-batch-hands-its-rows-over.md)). Its rows are withdrawals, which wait for the decision about the batch, and are \`PROCESSING\` from
then on, whether they are sent yet or not. In the sandbox a batch that the balance does not cover is \`REJECTED\`, and its rows are \`FAILED\`.

## Invoice

${tableOf(invoiceStates, invoiceBirths, invoiceLifecycle, () => null)}

\`merchant\` is whoever writes, sends or voids it, \`payment\` the collection that pays it or is taken back, in whose transaction it moves.
\`OVERDUE\` is what \`SENT\` is called once its day is over in Dar es Salaam.

## Control number

${tableOf(controlNumberStatuses, controlNumberBirths, controlNumberLifecycle, controlNumberEventOf)}

\`payment\` is a collection that pays it or is taken back, \`invoice\` what becomes of its invoice otherwise. One of kind \`CUSTOMER\` is never
\`PAID\`. What comes for it while it takes nothing is owed to whoever paid ([decision 76](decisions/0076-a-bill-is-paid-by-its-receipt.md)).

## Refunds

A refund is a withdrawal of \`kind\` \`refund\`: the states and steps above are its own ([decision
59](decisions/0059-a-refund-is-a-withdrawal.md)). Its payment stays \`successful\`. What it asks for counts against the payment
until it is \`REJECTED\`, \`FAILED\` or \`REVERSED\`, under the payment's lock. Approving is refused (409) once the provider has
returned the payment by itself, or once a refund that had failed was paid after all. Merchants cancel what they have asked for;
what is owed to a payer because it never was the merchant's (\`origin\` \`declined\` or \`mispaid\`) only a Super Admin rejects,
and its money then waits in \`returns\` until it is sent once more (\`return-again\`).
`
}

const places = { free: "the merchant's", reserved: 'set aside', paid: 'paid out' }

function tableOf<Status extends string>(
  statuses: readonly Status[],
  births: Ways,
  lifecycle: Record<Status, { next: Ways }>,
  eventOf: (from: Status | null, to: Status) => string | null,
): string {
  const waysFrom = (from: Status | null, ways: Ways) =>
    Object.entries(ways).map(([to, by = []]) => {
      const event = eventOf(from, to as Status)
      return `| ${from ?? '(none)'} | ${to} | ${by.join(', ')} | ${event === null ? '–' : `\`${event}\``} |`
    })
  const moves = statuses.flatMap((from) => waysFrom(from, lifecycle[from].next))
  return ['| from | to | moved by | event |', '|---|---|---|---|', ...waysFrom(null, births), ...moves].join(
    '\n',
  )
}
