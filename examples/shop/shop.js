import { randomUUID } from 'node:crypto'
import { isPaid, Malipo, toMinor, verifyWebhook } from '@malipo/sdk'
import express from 'express'

// A shop with two products. Payments are made on Malipo's page; an order is paid when a signed event, or the collection
// itself, says `successful` for its amount and its reference. Where the customer comes back to decides nothing.

const { MALIPO_URL, MALIPO_KEY, MALIPO_MERCHANT, MALIPO_WEBHOOK_SECRET, PORT = '3000' } = process.env
const shopUrl = process.env.SHOP_URL ?? `http://localhost:${PORT}`
const malipo = new Malipo({ baseUrl: MALIPO_URL, apiKey: MALIPO_KEY, merchantId: MALIPO_MERCHANT })

const products = new Map([
  ['kanga', { name: 'Kanga, two pieces', price: 15000 }],
  ['coffee', { name: 'Kilimanjaro coffee, 250 g', price: 12500 }],
])

/** By id. A real shop has a table here, and writes an order down before it calls anybody. */
const orders = new Map()

const app = express()

// What was signed are the bytes, so nothing may parse them before.
app.post('/malipo-events', express.raw({ type: () => true, limit: '256kb' }), async (request, response) => {
  const event = await verifyWebhook(request.body, request.headers, MALIPO_WEBHOOK_SECRET).catch(
    () => undefined,
  )
  if (event === undefined) return response.status(401).end()
  // Events of the sandbox come here too, signed with the same secret, and tell of no money. What is paid on a page is live.
  const order = event.data.environment === 'live' ? orders.get(event.data.reference) : undefined
  // An event may come twice, and an older one after a newer one: neither has a higher sequence.
  if (order !== undefined && event.data.sequence > order.sequence) {
    order.sequence = event.data.sequence
    settle(order, event.data)
  }
  response.status(204).end()
})

app.get('/', (_request, response) => {
  const forms = Array.from(
    products,
    ([
      id,
      { name, price },
    ]) => `<form method="post" action="/orders"><input type="hidden" name="product" value="${id}">
      <input type="hidden" name="order" value="${randomUUID()}"><button>${name}: ${price} TZS</button></form>`,
  )
  response.send(page('Shop', forms.join('')))
})

// The order's id comes with the form, so that a double tap is one order, and is the idempotency key, so that it is one payment.
app.post('/orders', express.urlencoded(), async (request, response) => {
  const { order: id, product: productId } = request.body ?? {}
  const product = products.get(productId)
  if (product === undefined || !/^[0-9a-f-]{36}$/.test(id))
    return response.status(400).send(page('Order', 'Begin again.'))
  const order = orders.get(id) ?? { id, product, status: 'waiting', sequence: 0 }
  orders.set(id, order)
  const collection = await malipo.collections.hostedPage(
    {
      amount: order.product.price,
      reference: id,
      description: order.product.name,
      redirect_url: `${shopUrl}/orders/${id}`,
      cancel_url: `${shopUrl}/orders/${id}`,
    },
    { idempotencyKey: id },
  )
  order.collectionId = collection.collection_id
  response.redirect(303, collection.payment_url)
})

app.get('/orders/:id', async (request, response) => {
  const order = orders.get(request.params.id)
  if (order === undefined) return response.status(404).send(page('Order', 'There is no such order.'))
  if (order.status === 'waiting' && order.collectionId)
    settle(order, await malipo.collections.get(order.collectionId))
  const words = {
    waiting: 'We wait for your payment.',
    paid: 'Paid. Thank you!',
    failed: 'Not paid.',
    returned: 'Your payment was returned.',
  }
  response.send(page(order.product.name, `<p data-status="${order.status}">${words[order.status]}</p>`))
})

/** The one place where an order changes. `processing` and `pending_clearance` leave it waiting: nobody has paid yet. */
function settle(order, collection) {
  const isOurs = collection.reference === order.id && collection.currency === 'TZS'
  if (!isOurs || toMinor(String(collection.amount)) !== toMinor(String(order.product.price))) return
  // What was read a moment ago may be older than what an event has told since: what was returned stays so.
  if (isPaid(collection) && order.status !== 'paid' && order.status !== 'returned') {
    order.status = 'paid'
    console.log(`deliver ${order.product.name} for ${order.id}`)
  }
  if (collection.status === 'failed' && order.status === 'waiting') order.status = 'failed'
  if (collection.status === 'reversed') order.status = 'returned'
}

function page(title, body) {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>
    <body><h1>${title}</h1>${body}`
}

app.listen(Number(PORT), () => console.log(`The shop is open at ${shopUrl}`))
