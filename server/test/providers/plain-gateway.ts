import { type Dialect, openGateway } from '../../src/gateways/gateways.ts'

const bell = 'http://127.0.0.1:9/bell'

/** As little as a gateway can say: an order is a path, and its answer how it stands. */
const plain: Dialect = {
  name: 'plain',
  calls: ['order', 'look'],
  faults: ['grumpy'],
  callOf: ({ method }) => (method === 'POST' ? 'order' : 'look'),
  answer({ method, path }, { book, begin, playOf, strikes, now }) {
    if (strikes('grumpy')) return { status: 418, body: '{}' }
    const [, phone = '', reference = ''] = path.split('/')
    if (method === 'POST') {
      const opened = book.open({
        about: 'collection',
        product: 'order',
        reference,
        amount: 150_000n,
        currency: 'TZS',
      })
      if (opened && phone !== '-') {
        opened.party = phone
        begin(opened, playOf(phone))
      }
    }
    const state = book.find('order', reference)?.state ?? 'never seen'
    return { status: 200, body: JSON.stringify({ state, year: now.getUTCFullYear() }) }
  },
  refuseAddress: () => ({ status: 403, body: '{"no":"strangers"}' }),
  doubt: () => ({ status: 200, body: '{"state":"who knows"}' }),
  billed: ({ reference }) => ({ reference: `G,${reference}`, fee: 710n }),
  tell: ({ reference, state }, { isSigned }) => ({
    url: bell,
    headers: {},
    body: `${reference} ${state} ${isSigned}`,
  }),
  payeeOf: () => 'Duka la Asha',
  codes: (book) =>
    book
      .stillOpen()
      .flatMap((entry) => (entry.play === null ? [{ entry, code: entry.reference, until: null }] : [])),
  scanned: (book, code) => book.find('order', code),
}

/** Nobody would ever answer, if nobody held it. */
export const heldPhone = '255700000005'

export type PlainStage = Awaited<ReturnType<typeof openPlainStage>>

/** A gateway that says as little as one can, with a clock and a chance in the hands of whoever tests what all of them do. */
export async function openPlainStage() {
  let nowMs = Date.UTC(2026, 10, 16)
  let orders = 0
  const draws: number[] = []
  const gateway = await openGateway(plain, {
    clock: { now: () => new Date(nowMs) },
    chance: () => draws.shift() ?? 0,
    signsCallbacks: true,
    lateByMs: 5_000,
    handsets: { isHeld: (phone) => phone === heldPhone },
  })
  return {
    gateway,
    draws,
    now: () => new Date(nowMs),
    setNow(ms: number): void {
      nowMs = ms
    },
    pass(ms: number): void {
      nowMs += ms
      gateway.advance()
    },
    fresh(): string {
      orders += 1
      return `R${orders}`
    },
    async ask(method: string, path: string, body?: unknown, signal?: AbortSignal) {
      const response = await fetch(`${gateway.url}${path}`, {
        method,
        ...(signal && { signal }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, text, json: JSON.parse(text) as Record<string, unknown> }
    },
    stateOf: (reference: string) => gateway.book.find('order', reference)?.state,
    news: (reference: string) =>
      gateway.post.sent().flatMap(({ body }) => (body.startsWith(`${reference} `) ? [body] : [])),
  }
}
