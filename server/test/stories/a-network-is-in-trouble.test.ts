import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { FailureReason, Outcome } from '../../src/providers/providers.ts'
import type { Service } from '../service.ts'
import { hostedPage, type Payer, payerOf, type Seen, textOf } from './checkout/payer.ts'
import { openStand, type Stand } from './checkout/stand.ts'
import { endStory } from './money/books.ts'
import { type OwnProvider, succeeded } from './money/own-provider.ts'
import { dataOf, type Fields, referenceOf, type Shop } from './money/shop.ts'

let clock: Stand['clock']
let provider: OwnProvider
let service: Service
let shop: Shop
let payer: Payer
let hosted: string
before(async () => {
  ;({ clock, provider, service, shop, payer } = await openStand())
  hosted = (await hostedPage(shop)).path
})
after(() => endStory(service))

const [mpesa, airtel] = ['0755000111', '0688000111']
const slow = ['M-Pesa is slow now. Wait, or pay another way.']

function failed(reason: FailureReason): Outcome {
  return { kind: 'failed', providerStatus: 'FAILED', reason, providerMessage: 'no' }
}

/** Live pushes of one network, all of which end in one way, or in none. */
async function push(many: number, phone: string, outcome?: Outcome): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: many }, () => shop.push({ customer_phone: phone }, { key: shop.liveKey })),
  )
  const references = made.map(({ id }) => referenceOf(id))
  if (outcome) await tell(references, outcome)
  return references
}

async function tell(references: string[], outcome: Outcome): Promise<void> {
  const answers = await Promise.all(references.map((one) => provider.tell(service, one, outcome)))
  for (const { body } of answers) assert.equal(body.data.outcome, 'applied')
}

/** A page on which somebody has asked for a push. */
async function tryOnPage(phone: string, outcome?: Outcome): Promise<string> {
  const { id, path } = await hostedPage(shop)
  await payer.send(path, { method: 'USSD_PUSH', phone })
  if (outcome) await tell([referenceOf(id)], outcome)
  return path
}

async function linkOf(key: string, body: Fields = {}): Promise<string> {
  const made = await shop.call('/v1/payment-links', {
    key,
    body: { merchant_id: shop.merchantId, amount: '25000.00', ...body },
    headers: { 'idempotency-key': randomUUID() },
  })
  return new URL(String(dataOf(made).public_url)).pathname
}

async function invoice(): Promise<string> {
  const made = await shop.call('/v1/invoices', {
    key: shop.liveKey,
    body: {
      ...{
        merchant_id: shop.merchantId,
        customer_name: 'Asha',
        customer_phone: '0712345678',
        due_date: '2099-01-31',
      },
      items: [{ description: 'Rice', quantity: '1', unit_price: '25000.00' }],
    },
  })
  const { id, public_url: url } = dataOf(made)
  dataOf(await shop.call(`/v1/invoices/${id}/send`, { method: 'POST', key: shop.liveKey }))
  return new URL(String(url)).pathname
}

/** What a page says of networks: above all that is asked on it, whatever that is. */
function notices({ text }: Seen): string[] {
  const [above = ''] = text.slice(text.indexOf('<h1')).split('<form', 1)
  return Array.from(above.matchAll(/<p [^>]*weather">(.*?)<\/p>/g), ([, notice = '']) => textOf(notice))
}

/** The same, a minute later: what was read before is not used any longer then. */
async function told(path: string, who = payer): Promise<string[]> {
  clock.pass(60_000)
  return notices(await who.load(path))
}

test('a network whose pushes fail is told before the choice, by name, in both languages, wherever one pays', async () => {
  await push(19, mpesa, failed('refused'))
  assert.deepEqual(await told(hosted), [])
  const tried = await tryOnPage(mpesa, failed('refused'))
  assert.deepEqual(await told(hosted), slow)
  assert.deepEqual(await told(`${tried}?again=1`), slow)
  assert.deepEqual(await told(hosted, payerOf(service, 'sw')), [
    'M-Pesa inachelewa kwa sasa. Subiri, au lipa kwa njia nyingine.',
  ])
  const link = await linkOf(shop.liveKey)
  assert.deepEqual(await told(link), slow)
  assert.deepEqual(await told(await invoice()), slow)
  const wrong = [
    await payer.post(hosted, { method: 'USSD_PUSH', phone: '12', attempt: '1' }),
    await payer.post(link, { method: 'USSD_PUSH', phone: '12', attempt: randomUUID() }),
  ]
  for (const page of wrong) {
    assert.equal(page.status, 422)
    assert.deepEqual(notices(page), slow)
  }
  const { text: metrics } = await payer.load('/metrics')
  const measured = metrics.split('\n').filter((line) => line.startsWith('malipo_network_status{'))
  const labels = 'environment="live",provider="own",network="M-Pesa",status="down"'
  assert.deepEqual(measured, [`malipo_network_status{${labels}} 1`])
})

test('who cannot be concerned is told nothing, and nobody is refused', async () => {
  assert.deepEqual(await told(hosted), slow)
  assert.deepEqual(await told(await linkOf(shop.sandboxKey)), [])
  assert.deepEqual(await told(await linkOf(shop.liveKey, { methods: ['DYNAMIC_QR'] })), [])
  const paid = await tryOnPage(mpesa, succeeded())
  assert.equal((await payer.load(paid)).heading, 'Paid')
})

test('when half of the pushes succeed again, nothing is told any more', async () => {
  await push(18, mpesa, succeeded())
  assert.deepEqual(await told(hosted), slow)
  await push(1, mpesa, succeeded())
  assert.deepEqual(await told(hosted), [])
})

test('what payers themselves did or left says nothing about their network', async () => {
  const own: FailureReason[] = [
    'declined',
    'insufficient_funds',
    'wrong_pin',
    'expired',
    'cancelled',
    'limit',
  ]
  for (const reason of [...own, 'invalid_number' as const]) await push(3, airtel, failed(reason))
  assert.deepEqual(await told(hosted), [])
})

test('each push tells once about its network, whatever is said of it later', async () => {
  const halopesa = '0621000111'
  const heard = async () => {
    const [row] = await service.world.sql<{ succeeded: number; failed: number }[]>`
      select coalesce(sum(many) filter (where succeeded), 0)::int as succeeded,
        coalesce(sum(many) filter (where not succeeded), 0)::int as failed
      from push_outcomes where network = 'HaloPesa'`
    return [row?.succeeded, row?.failed]
  }
  const say = async (reference: string, ...outcomes: Outcome[]) => {
    for (const outcome of outcomes) await provider.tell(service, reference, outcome)
  }
  const [held = '', reversed = '', gone = '', refused = '', declined = ''] = await push(5, halopesa)
  const takenBack: Outcome = { kind: 'reversed', providerStatus: 'REVERSED' }
  await say(held, { ...succeeded(), hold: 'somebody should look' } as Outcome, failed('refused'))
  assert.deepEqual(await heard(), [1, 0])
  await say(reversed, succeeded(), succeeded(), takenBack)
  // It was paid before it was taken back, though nobody had told us so.
  await say(gone, takenBack)
  assert.deepEqual(await heard(), [3, 0])
  await say(refused, failed('refused'), failed('refused'), succeeded())
  await say(declined, failed('declined'), succeeded())
  assert.deepEqual(await heard(), [3, 1])
  const page = await tryOnPage(halopesa, failed('refused'))
  assert.deepEqual(await heard(), [3, 2])
  await payer.send(`${page}?again=1`, { method: 'USSD_PUSH', phone: halopesa })
  const [second] = await service.world.sql<{ reference: string }[]>`
    select provider_reference as reference from collections where page_token = ${page.slice('/pay/'.length)}`
  await say(String(second?.reference), succeeded(), succeeded())
  assert.deepEqual(await heard(), [4, 2])
})

test('a network that leaves everybody waiting is told after two minutes, by those on pages too', async () => {
  clock.pass(3_600_000)
  await push(19, mpesa)
  const waiting = await tryOnPage(mpesa)
  clock.pass(59_999)
  assert.deepEqual(await told(hosted), [])
  clock.pass(1)
  assert.deepEqual(await told(hosted), slow)
  assert.equal((await payer.load(waiting)).heading, 'No answer yet. Do not pay again.')
})
