import type { Proof } from './proof.ts'

/** That money is neither lost nor doubled, and that nobody gets at what is not theirs. */
export const proofsOfMoney: Proof[] = [
  {
    word: 'collections',
    promise: 'whatever happens to collections, the books hold',
    files: ['test/simulation/collections.test.ts'],
    onlyHere: ['callbacks-misbehave-and-the-truth-comes-out'],
    mostMinutes: { short: 20, long: 40 },
  },
  {
    word: 'payouts',
    promise: 'whatever happens to withdrawals and refunds, each is paid at most once',
    files: ['test/simulation/payouts.test.ts'],
    onlyHere: [
      'many-approve-at-once-and-no-balance-is-negative',
      'a-network-is-down-and-payouts-wait',
      'a-repeat-waits-for-what-it-repeats',
      'a-provider-contradicts-a-payout',
    ],
    mostMinutes: { short: 20, long: 20 },
  },
  {
    word: 'bills',
    promise: 'whatever happens to what is paid for control numbers, each receipt is somebody’s once',
    files: ['test/simulation/bills.test.ts'],
    mostMinutes: { short: 20, long: 40 },
  },
  {
    word: 'batches',
    promise:
      'however often the service is killed while it pays a batch, each row is paid at most once, and all of them end',
    onlyHere: [
      'the-service-dies-in-the-middle-of-a-batch',
      'a-batch-pauses-and-goes-on',
      'a-batch-is-decided-about',
      'a-batch-goes-to-saved-recipients',
      'a-batch-is-read-from-a-spreadsheet',
      'the-sandbox-plays-a-batch',
      'damage-to-batches-is-found',
    ],
    mostMinutes: { short: 15, long: 60 },
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
    onlyHere: ['a-failure-has-a-code-and-words', 'faults/every-fault-meets-every-call'],
    mostMinutes: { short: 16, long: 16 },
  },
  {
    word: 'dues',
    promise:
      'however many pay at once, what is due once is paid by one, and whoever else paid is told to a person',
    files: ['a-payment-link-is-made-and-paid', 'an-invoice-is-paid-once'],
    onlyHere: [
      'a-credit-note-takes-back-what-was-billed',
      'a-flood-of-forms-holds-up-nobody',
      'a-page-is-tried-until-it-is-paid',
      'a-payer-pays-by-a-link',
      'an-invoice-is-printed',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'receipts',
    promise:
      'each sale gets one receipt of the tax authority, whatever dies, is restored or falls silent meanwhile',
    files: ['fiscal/issue-receipts.test.ts'],
    onlyHere: [
      'a-sale-gets-its-fiscal-receipt',
      'fiscal/close-days.test.ts',
      'fiscal/queue-left-out.test.ts',
      'fiscal/recover-receipts.test.ts',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'rules',
    promise:
      'what a rule stops is not made, however it is paid, spelt or split, and a rule keeps nobody else waiting',
    files: ['rules-look-at-payments'],
    onlyHere: [
      'a-batch-keeps-no-payout-waiting',
      'a-block-holds-however-an-account-is-spelt',
      'rules-look-at-every-way-to-pay',
      'rules-look-at-payouts',
      'rules-look-at-refunds',
    ],
    mostMinutes: { short: 15, long: 15 },
  },
  {
    word: 'reconciliation',
    promise:
      'whatever providers leave unsaid or take back, after reconciliation their books and ours are the same',
    onlyHere: ['a-provider-contradicts-what-we-hold', 'the-books-are-reconciled', 'a-day-is-reconciled'],
    mostMinutes: { short: 15, long: 20 },
  },
  {
    word: 'permissions',
    promise:
      'each operation answers each caller and each flaw as the tables say, and a refused one leaves no trace',
    files: ['permissions/who-may-do-what'],
    onlyHere: [
      'a-key-is-used-where-it-belongs',
      'a-list-is-walked-to-its-end',
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
      'damage-to-credit-notes-is-found',
      'damage-to-control-numbers-is-found',
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
    onlyHere: ['crash-points/every-point-of-collections', 'crash-points/every-point-of-payouts'],
    mostMinutes: { short: 20, long: 90 },
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
]
