/** A promise that is shown by doing a thing again and again: which test files do so, and how long they may take. */
export type Proof = {
  word: string
  promise: string
  /** Whose short form is part of `npm test`. */
  files?: string[]
  /** Those that start and kill so many processes, or walk tables so long, that only the proof has time for them. */
  onlyHere?: string[]
  /** Where each file drives a browser of its own, fewer at once: more would only wait for each other. */
  filesAtOnce?: number
  /** Several times what it takes: a machine may be busy with others, and what hangs is to be ended, not what is slow. */
  mostMinutes: { short: number; long: number }
}

export const proofs: Proof[] = [
  {
    word: 'collections',
    promise: 'whatever happens to collections, the books hold',
    files: ['test/simulation/collections.test.ts'],
    mostMinutes: { short: 20, long: 40 },
  },
  {
    word: 'payouts',
    promise: 'whatever happens to withdrawals and refunds, each is paid at most once',
    files: ['test/simulation/payouts.test.ts'],
    mostMinutes: { short: 20, long: 20 },
  },
  {
    word: 'refunds',
    promise: 'however many refunds race for one payment, they never come to more than was collected',
    files: ['refunds-race-for-what-is-left'],
    mostMinutes: { short: 15, long: 30 },
  },
  {
    word: 'faults',
    promise: 'whatever goes wrong at a gateway, its book and ours agree, or the row shows that nobody knows',
    onlyHere: ['faults/every-fault-meets-every-call'],
    mostMinutes: { short: 16, long: 16 },
  },
  {
    word: 'dues',
    promise:
      'however many pay at once, what is due once is paid by one, and whoever else paid is told to a person',
    files: [
      'a-payment-link-is-made-and-paid',
      'a-payer-pays-by-a-link',
      'an-invoice-is-paid-once',
      'a-page-is-tried-until-it-is-paid',
    ],
    onlyHere: ['a-flood-of-forms-holds-up-nobody'],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'reconciliation',
    promise:
      'whatever providers leave unsaid or take back, after reconciliation their books and ours are the same',
    onlyHere: ['the-books-are-reconciled', 'a-day-is-reconciled'],
    mostMinutes: { short: 15, long: 20 },
  },
  {
    word: 'permissions',
    promise:
      'each operation answers each caller and each flaw as the tables say, and a refused one leaves no trace',
    files: ['permissions/who-may-do-what'],
    onlyHere: [
      'every-refusal-has-its-envelope',
      'permissions/each-scope-opens-its-own',
      'permissions/every-post-knows-its-key',
      'permissions/live-and-sandbox-are-apart',
      'permissions/nobody-decides-for-their-own',
      'permissions/somebody-elses-id-is-no-id',
      'lists/every-list-is-bounded',
      'permissions/events-stay-with-their-owner',
      'permissions/timelines-and-papers-stay-with-their-owner',
      'permissions/canaries-stay-with-their-owner',
      'permissions/secrets-are-told-to-nobody',
      'permissions/foreign-answers-like-missing',
      'bad-forms-begin-nothing',
      'bad-input-bills-nobody',
      'bad-input-creates-nothing',
      'bad-input-decides-nothing',
      'bad-input-pays-nobody',
      'bad-input-tells-nobody',
      'bad-input-shows-nothing',
    ],
    mostMinutes: { short: 25, long: 25 },
  },
  {
    word: 'fuzz',
    promise:
      'whatever is sent, by whomever, is answered in its envelope, and what is refused leaves nothing behind',
    onlyHere: ['fuzz/whatever-is-sent-is-answered'],
    mostMinutes: { short: 20, long: 600 },
  },
  {
    word: 'mutate',
    promise: 'whatever bug is planted in money, auth, webhooks or pages, the tests catch it',
    onlyHere: ['mutate/every-planted-bug-is-caught'],
    mostMinutes: { short: 20, long: 180 },
  },
  {
    word: 'duplicates',
    promise: 'however often a payment is told of it is credited once, and no balance is spent twice',
    onlyHere: ['duplicates/nothing-is-credited-or-spent-twice'],
    mostMinutes: { short: 20, long: 180 },
  },
  {
    word: 'books',
    promise: 'whatever damage is done to the books by hand, the checks name it',
    onlyHere: [
      'books/check-books.test',
      'books/check-books-deliveries',
      'books/check-books-statements',
      'books/check-books-withdrawals',
      'books/large-books',
      'damage-to-refunds-is-found',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'crowds',
    promise: 'whoever floods us, hangs or is slow holds up nobody else',
    onlyHere: [
      'a-slow-request-holds-nobody-up',
      'a-flood-of-files-holds-up-nobody',
      'a-flood-of-lists-holds-up-nobody',
      'one-hanging-call-delays-nobody-else',
      'a-full-balance-harms-nobody-else',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'receivers',
    promise:
      'whatever receivers do, events are tried again, in order of their turn, until they are taken or given up',
    onlyHere: ['webhooks/deliver-events', 'a-receiver-fails-and-recovers'],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'sandbox',
    promise: 'the simulated network does what its knobs and numbers say, by chance and by request',
    onlyHere: [
      'providers/sandbox-chance',
      'providers/held-numbers',
      'providers/sandbox-payouts',
      'odd-payouts-of-the-sandbox-end-by-themselves',
      'the-sandbox-pays-out-by-itself',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'contract',
    promise: 'the OpenAPI document says what the service does, and others can work with it',
    files: ['openapi/answer-judge', 'openapi/examples-fit'],
    onlyHere: ['openapi/every-operation-has-its-example', 'openapi/others-read-the-document'],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'crashes',
    promise: 'wherever the service dies with money in its hands, it is moved once',
    onlyHere: [
      'the-service-dies-in-the-middle-of-a-payment',
      'the-service-dies-on-a-page',
      'the-service-dies-in-the-middle-of-a-payout',
      'the-service-dies-beside-gateways',
    ],
    mostMinutes: { short: 20, long: 20 },
  },
  {
    word: 'crash-points',
    promise:
      'wherever a process dies, whatever its provider said and whoever comes first, both books agree or nobody knows',
    onlyHere: ['crash-points/every-point-meets-every-answer'],
    mostMinutes: { short: 20, long: 90 },
  },
  {
    word: 'kills',
    promise: 'however often service and database are killed, the next start needs nobody',
    onlyHere: [
      'embedded/join-cluster.test.ts',
      'the-service-is-killed-again-and-again',
      'stopping-finishes-what-was-accepted',
    ],
    mostMinutes: { short: 20, long: 20 },
  },
  {
    word: 'workers',
    promise: 'however a worker ends, what it held is done by the next, and counted once',
    onlyHere: [
      'a-worker-dies-while-it-delivers',
      'the-worker-runs-apart-from-the-api',
      'processes-share-a-port',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'operators',
    promise: "the operator's commands and starts work beside the service and without it, or say why not",
    onlyHere: [
      'the-operator-works-beside-the-service',
      'the-operator-makes-no-live-money-by-mistake',
      'a-start-that-cannot-work-says-why',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'live',
    promise:
      'live payments go through real adapters over HTTP, faults and kills included, and both books agree',
    onlyHere: [
      'selcom-carries-live-payments',
      'clickpesa-carries-live-payments',
      'live-payments-go-through-gateways',
      'phones-ring-for-gateways',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'chaos',
    promise: 'whatever fails, nothing acknowledged is lost and nothing is done twice',
    onlyHere: ['chaos/whatever-fails-nothing-is-lost'],
    mostMinutes: { short: 30, long: 60 },
  },
  {
    word: 'storm',
    promise: 'whoever fails, hangs or is killed, every event arrives as it was announced',
    onlyHere: ['events/replay-events.test.ts', 'test/storm.test.ts', 'one-dead-receiver-delays-nobody'],
    mostMinutes: { short: 20, long: 40 },
  },
  {
    word: 'roles',
    promise: 'people see and do in the dashboard and at the till what their role allows, and nothing else',
    onlyHere: [
      'a-merchant-sees-and-finds-its-payments',
      'figures/recount-days.test.ts',
      'stories/a-cashier-takes-payments-at-the-till',
      'a-member-gets-another-role',
      'a-person-signs-out-elsewhere',
      'documents-are-sent-in-and-looked-at',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'journeys',
    promise:
      'payers pay on a small phone within seconds, with scripts and without, and are never charged twice',
    onlyHere: [
      'payers-pay-in-a-browser',
      'payers-follow-links-in-a-browser',
      'people-hold-phones-in-a-browser',
    ],
    filesAtOnce: 1,
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'pages',
    promise: 'every page in every state is for everybody, in both languages, in the light and in the dark',
    onlyHere: [
      'payers-pages-are-for-everybody',
      'developers-read-the-docs-in-a-browser',
      'a-customer-opens-an-invoice-or-a-receipt',
      'whatever-anybody-wrote-is-text',
      'phones-are-for-everybody',
    ],
    filesAtOnce: 2,
    mostMinutes: { short: 16, long: 16 },
  },
  {
    word: 'servers',
    promise: 'a database server that is started, joined or given carries us, or is refused with the reason',
    onlyHere: [
      'database/open-database.test.ts',
      'database/connect-database.test.ts',
      'embedded/embedded-cluster.test.ts',
      'database/find-server.test.ts',
      'database/judge-writing.test.ts',
      'database/refuse-unfit-database.test.ts',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'majors',
    promise: "the oldest PostgreSQL and the newest carry payments and the operator's commands",
    onlyHere: ['the-oldest-and-the-newest-postgresql-serve'],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'deploys',
    promise: 'old and new serve side by side while a migration lands, and going back is a start',
    files: ['database/migrate.test.ts'],
    onlyHere: ['the-next-version-comes-while-this-one-serves', 'tables/older-shops-are-counted-and-found'],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'poolers',
    promise: 'behind a pooler nobody runs the text of another, and every limit is kept',
    onlyHere: [
      'database/limit-statements.test.ts',
      'two-processes-share-a-pooler',
      'two-processes-share-the-limits',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'dashboard',
    promise: 'merchants and Super Admins do their whole day in the dashboard, and only what they may',
    onlyHere: ['server/test/dashboard/'],
    filesAtOnce: 2,
    mostMinutes: { short: 40, long: 40 },
  },
  {
    word: 'developers',
    promise: "what merchants' developers are given works as it is told, from outside and by itself",
    onlyHere: [
      'docs/docs.test',
      'a-request-is-found-again',
      'a-payment-is-told-from-its-beginning',
      'a-super-admin-sees-it-whole',
      'super-admins-are-told-of-what-waits',
      'alerts/watch-causes.test.ts',
      'books/keep-books.test.ts',
      'admin/try-pricing-rule.test.ts',
      'the-sandbox-is-advanced',
      'the-sandbox-plays-what-it-is-asked',
      'a-simulated-recipient-decides',
      'events-are-followed-live',
      'a-key-has-a-cap',
      'a-shop-uses-the-sdk',
      'the-sdk-is-installed',
      'guides/every-sample-runs',
      'guides/receivers-hold',
      'guides/examples-take-money',
      'guides/the-quickstart-is-followed',
      'a-developer-works-in-the-terminal',
      'the-command-is-installed',
      'agents-work-for-a-merchant',
      'the-mcp-server-is-installed',
    ],
    mostMinutes: { short: 16, long: 16 },
  },
]

/** Whether `npm test` leaves a file to its proof. */
export function isOnlyProven(file: string): boolean {
  return proofs.some(({ onlyHere = [] }) => onlyHere.some((part) => file.includes(part)))
}
