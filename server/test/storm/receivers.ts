import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Behaviour } from './storm-plan.ts'

/** What one call brought: which event, which bytes, whether its signature was right, and how it was answered. */
export type Arrival = { id: string; hash: string; isGenuine: boolean; status: number | null; at: number }

// All receivers in one process of their own: merchant number n has the address /n.
const { behaviours, secrets } = JSON.parse(process.env.STORM ?? '{}') as {
  behaviours: Behaviour[]
  secrets: string[]
}
let healed = false
const arrivals: Arrival[] = []

const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
  const merchant = Number(request.url?.slice(1))
  const body = await read(request)
  const behaviour = healed ? 'healthy' : behaviours[merchant]
  const status = behaviour === 'hanging' ? null : behaviour === 'failing' ? 500 : 200
  arrivals.push({
    id: String(request.headers['webhook-id']),
    hash: createHash('sha256').update(body).digest('hex'),
    isGenuine: isGenuine(secrets[merchant] ?? '', request, body),
    status,
    at: Date.now(),
  })
  if (status !== null) response.writeHead(status).end()
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))

process.on('message', (question) => {
  if (question === 'heal') healed = true
  else process.send?.({ arrivals: arrivals.splice(0) })
})
process.on('disconnect', () => process.exit(0))

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function isGenuine(secret: string, { headers }: IncomingMessage, body: Buffer): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
