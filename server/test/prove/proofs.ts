/** A promise that is shown by doing a thing again and again: which test files do so, and how long they may take. */
export type Proof = {
  word: string
  promise: string
  /** Whose short form is part of `npm test`. */
  files?: string[]
  /** Those that start and kill so many processes, or walk tables so long, that only the proof has time for them. */
  onlyHere?: string[]
  /** Where each file drives a browser of its own: more at once would only wait for each other. */
  filesAtOnce?: number
  mostMinutes: { short: number; long: number }
}

export const proofs: Proof[] = [
  {
    word: 'collections',
    promise: 'whatever happens to collections, the books hold',
    files: ['test/simulation/collections.test.ts'],
    mostMinutes: { short: 10, long: 40 },
  },
  {
    word: 'payouts',
    promise: 'whatever happens to withdrawals, each is paid at most once',
    files: ['test/simulation/payouts.test.ts'],
    mostMinutes: { short: 10, long: 20 },
  },
  {
    word: 'faults',
    promise: 'whatever goes wrong at a gateway, its book and ours agree, or the row shows that nobody knows',
    onlyHere: ['faults/every-fault-meets-every-call'],
    mostMinutes: { short: 8, long: 8 },
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
    mostMinutes: { short: 5, long: 10 },
  },
  {
    word: 'reconciliation',
    promise:
      'whatever providers leave unsaid or take back, after reconciliation their books and ours are the same',
    files: ['the-books-are-reconciled'],
    mostMinutes: { short: 5, long: 20 },
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
      'bad-input-creates-nothing',
      'bad-input-pays-nobody',
      'bad-input-tells-nobody',
    ],
    mostMinutes: { short: 8, long: 8 },
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
    mostMinutes: { short: 10, long: 20 },
  },
  {
    word: 'kills',
    promise: 'however often service and database are killed, the next start needs nobody',
    onlyHere: [
      'embedded/join-cluster.test.ts',
      'the-service-is-killed-again-and-again',
      'stopping-finishes-what-was-accepted',
    ],
    mostMinutes: { short: 10, long: 20 },
  },
  {
    word: 'workers',
    promise: 'however a worker ends, what it held is done by the next, and counted once',
    onlyHere: ['a-worker-dies-while-it-delivers', 'the-worker-runs-apart-from-the-api'],
    mostMinutes: { short: 5, long: 5 },
  },
  {
    word: 'operators',
    promise: "the operator's commands and starts work beside the service and without it, or say why not",
    onlyHere: [
      'the-operator-works-beside-the-service',
      'the-operator-makes-no-live-money-by-mistake',
      'a-start-that-cannot-work-says-why',
    ],
    mostMinutes: { short: 5, long: 5 },
  },
  {
    word: 'live',
    promise:
      'live payments go through real adapters over HTTP, faults and kills included, and both books agree',
    files: ['selcom-carries-live-payments', 'clickpesa-carries-live-payments'],
    onlyHere: ['live-payments-go-through-gateways', 'phones-ring-for-gateways'],
    mostMinutes: { short: 5, long: 5 },
  },
  {
    word: 'storm',
    promise: 'whoever fails, hangs or is killed, every event arrives as it was announced',
    files: ['events/replay-events.test.ts'],
    onlyHere: ['test/storm.test.ts', 'one-dead-receiver-delays-nobody'],
    mostMinutes: { short: 10, long: 40 },
  },
  {
    word: 'pages',
    promise: 'every page in every state is for everybody, in both languages, in the light and in the dark',
    files: ['payers-pay-in-a-browser'],
    onlyHere: [
      'payers-pages-are-for-everybody',
      'payers-follow-links-in-a-browser',
      'whatever-anybody-wrote-is-text',
      'the-pages-work-in-a-browser',
      'people-hold-phones-in-a-browser',
      'phones-are-for-everybody',
    ],
    filesAtOnce: 2,
    mostMinutes: { short: 8, long: 8 },
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
    mostMinutes: { short: 5, long: 5 },
  },
  {
    word: 'majors',
    promise: "the oldest PostgreSQL and the newest carry payments and the operator's commands",
    onlyHere: ['the-oldest-and-the-newest-postgresql-serve'],
    mostMinutes: { short: 5, long: 5 },
  },
  {
    word: 'deploys',
    promise: 'old and new serve side by side while a migration lands, and going back is a start',
    files: ['database/migrate.test.ts'],
    onlyHere: ['the-next-version-comes-while-this-one-serves'],
    mostMinutes: { short: 5, long: 5 },
  },
  {
    word: 'poolers',
    promise: 'behind a pooler nobody runs the text of another, and every limit is kept',
    onlyHere: [
      'database/limit-statements.test.ts',
      'two-processes-share-a-pooler',
      'two-processes-share-the-limits',
    ],
    mostMinutes: { short: 5, long: 5 },
  },
]

/** Whether `npm test` leaves a file to its proof. */
export function isOnlyProven(file: string): boolean {
  return proofs.some(({ onlyHere = [] }) => onlyHere.some((part) => file.includes(part)))
}
