import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cancelledCode, neverHeardCode, paidCode, strangerCode, waitingCode } from './codes.ts'
import { signatureHeader, signRequest } from './sign.ts'

type Kind = 'push' | 'send'
type Order = { ref: string; kind: Kind; code: string; amount: string; txn: string; at: number }
type Form = Record<string, string>

export type ToyGateway = Awaited<ReturnType<typeof openToyGateway>>

export const toyKey = 'the key of a toy'

/** The other side of the toy adapter: a gateway on this machine, in memory, that does what the test tells it to. */
export async function openToyGateway() {
  const orders = new Map<string, Order>()
  /** Every call with what it was about, like `POST /sends MLW…`. */
  const calls: string[] = []
  let isSilent = false

  const answer = (path: string, form: Form | null): unknown => {
    const { pathname } = new URL(path, 'http://toy')
    const [, folder, ref = '', action] = pathname.split('/').map(decodeURIComponent)
    if (folder === 'balance') return { amount: '5000000' }
    if (folder === 'names') return { name: /^255[67][0-9]{8}$/.test(ref) ? 'ASHA JUMA' : null }
    if (folder === 'books') return { lines: [...orders.values()] }
    const kind = folder === 'sends' ? 'send' : 'push'
    if (form && ref === '') return take(orders, kind, form)
    const order = orders.get(`${kind} ${ref}`)
    if (!order) return { code: neverHeardCode }
    if (action === 'cancel' && order.code === waitingCode) order.code = cancelledCode
    return order
  }

  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    const form = request.method === 'POST' ? Object.fromEntries(new URLSearchParams(body)) : null
    calls.push(`${request.method} ${request.url}${form?.ref ? ` ${form.ref}` : ''}`)
    if (isSilent) return
    const isOurs = isSigned(request, body)
    const said = isOurs ? answer(request.url ?? '', form) : { code: strangerCode }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    settings: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: toyKey },
    calls,
    callsAbout: (reference: unknown) => calls.filter((call) => call.includes(String(reference))),
    /** Whoever was asked has paid, or has not. */
    end(kind: Kind, reference: unknown, code = paidCode): void {
      const order = orders.get(`${kind} ${reference}`)
      if (!order) throw new Error(`The gateway never heard of ${reference}.`)
      order.code = code
    },
    endAll(code: string): void {
      for (const order of orders.values()) order.code = code
    },
    callback: (kind: Kind, reference: string, code: string) => toyCallback(kind, reference, code),
    hang() {
      isSilent = true
      return {
        end() {
          isSilent = false
        },
      }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The gateway takes the same reference twice for two payments; it does not know repeats. */
function take(orders: Map<string, Order>, kind: Kind, { ref = '', amount = '' }: Form): Order {
  const order = { ref, kind, amount, code: waitingCode, txn: randomUUID(), at: Date.now() }
  orders.set(`${kind} ${ref}`, order)
  return order
}

/** A form, as the gateway posts it: nothing in it proves who sent it. */
export function toyCallback(kind: Kind, reference: string, code: string) {
  const form = { ref: reference, kind, code, amount: '1500', txn: `T-${reference}` }
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(new URLSearchParams(form).toString()),
  }
}

function isSigned({ url = '', headers }: IncomingMessage, body: string): boolean {
  return headers[signatureHeader] === signRequest(toyKey, url, body)
}
