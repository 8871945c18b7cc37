import {
  type Collection,
  type CollectionState,
  type CollectionStatus,
  isPaid,
  type List,
  Malipo,
  type MalipoEvent,
  type Page,
  toMinor,
  verifyWebhook,
  type Withdrawal,
} from '../src/sdk.ts'

// Nothing here is run. The type check of this workspace reads it: what must compile stands as it is, what must not says so.

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <_ extends true>() => {}

export async function collecting(malipo: Malipo, signal: AbortSignal) {
  const order = { amount: 1000, phone: '0712345678' }
  const asked = await malipo.collections.walletPush(order, { signal, idempotencyKey: crypto.randomUUID() })
  holds<Same<typeof asked.status, CollectionStatus>>()
  await malipo.collections.walletPush({ ...order, amount: '1000.50', reference: undefined })
  // @ts-expect-error A push needs a phone.
  await malipo.collections.walletPush({ amount: 1000 })
  // @ts-expect-error The other family calls it customer_phone.
  await malipo.collections.ussdPush({ amount: '1000.00', phone: '0712345678' })
  // @ts-expect-error The other family writes amounts as text.
  await malipo.collections.ussdPush({ amount: 1000, customer_phone: '0712345678' })
  // @ts-expect-error Hundredths are not what the service takes.
  await malipo.collections.walletPush({ ...order, amount: toMinor('1000.00') })
  // @ts-expect-error There is no such option.
  await malipo.collections.get('id', { timeout: 5 })
}

export async function paying(malipo: Malipo) {
  const collection = await malipo.collections.waitForOutcome('id', { timeoutMs: 1_000 })
  holds<Same<typeof collection, CollectionState>>()
  if (isPaid(collection)) {
    holds<Same<typeof collection.status, 'successful'>>()
    toMinor(collection.amount)
  }
  // @ts-expect-error No status is called that.
  if (collection.status === 'paid') return
  // @ts-expect-error What has no status cannot be paid.
  isPaid({ id: 'id' })
}

export async function listing(malipo: Malipo) {
  const list = malipo.withdrawals.list({ status: 'PROCESSING', page_size: 50 })
  holds<Same<typeof list, List<Withdrawal>>>()
  holds<Same<Awaited<typeof list>, Page<Withdrawal>>>()
  for await (const withdrawal of list) holds<Same<typeof withdrawal, Withdrawal>>()
  // @ts-expect-error Statuses of withdrawals are in capitals.
  malipo.withdrawals.list({ status: 'processing' })
  const pdf: Uint8Array = await malipo.invoices.pdf('id')
  const csv: string = await malipo.transactions.csv({ from: '2026-11-01' })
  return [pdf, csv]
}

export async function hearing(malipo: Malipo, body: string, headers: Headers) {
  const event = await verifyWebhook(body, headers, ['whsec_new', 'whsec_old'], { toleranceSeconds: 60 })
  holds<Same<typeof event, MalipoEvent>>()
  if (event.type === 'collection.success' || event.type === 'collection.successful') {
    const told: Collection = event.data
    return isPaid(told) && event.data.collection_id
  }
  if (event.type === 'disbursement.success') return event.data.withdrawal_id
  // @ts-expect-error There is no such event.
  if (event.type === 'collection.paid') return
  for await (const next of malipo.events.stream({ types: ['collection.failed'] })) return next.id
  return undefined
}

export function making() {
  new Malipo({ baseUrl: 'https://pay.example', apiKey: process.env.MALIPO_KEY, session: undefined })
  // @ts-expect-error It must know where the service is.
  new Malipo({ apiKey: 'mlp_sandbox_' })
  // @ts-expect-error There are two environments.
  new Malipo({ baseUrl: 'https://pay.example', environment: 'test' })
}
