import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runEvery } from '../jobs/jobs.ts'
import type { Clock } from '../primitives/clock.ts'
import { clickpesaDialect } from './clickpesa/clickpesa.ts'
import { createGateway } from './create-gateway.ts'
import type { Handsets } from './handsets.ts'
import { journalAt } from './journal.ts'
import { gatewaysAt, madeUpAccounts } from './made-up-accounts.ts'
import { lookAfter, openDoor, recalling } from './open-gateway.ts'
import { usage } from './operate-gateway.ts'
import { selcomDialect } from './selcom/selcom.ts'

export type GatewaysOptions = {
  port: number
  /** Where the service is that they stand beside, and call back. */
  serviceUrl: string
  clock: Clock
  chance(): number
  /** Where their books are kept; absent: nowhere. */
  folder?: string
  handsets?: Handsets
  /** How often somebody who found the port in use by another process of ours looks whether it has ended. */
  triesEveryMs?: number
  /** Told when the port was free, and could not be taken all the same. */
  onError?(error: unknown): void
}

export type Gateways = ReturnType<typeof createGateways>

/** Long enough for whoever has the port to say who it is. */
const patienceMs = 1_000

/** Every dialect there is at one port of this machine, each under its name. */
export function createGateways(options: GatewaysOptions) {
  const { port, serviceUrl, clock, chance, folder, handsets, triesEveryMs = 1_000 } = options
  const accounts = madeUpAccounts(serviceUrl)
  const created = [
    { dialect: selcomDialect(accounts.selcom, clock), signsCallbacks: false },
    { dialect: clickpesaDialect(accounts.clickpesa), signsCallbacks: true },
  ].map(({ dialect, signsCallbacks }) => {
    const memory = folder && { memory: journalAt(join(folder, `${dialect.name}.jsonl`)) }
    return createGateway(dialect, {
      clock,
      chance,
      signsCallbacks,
      ...memory,
      ...(handsets && { handsets }),
    })
  })
  const byName = new Map(created.map((gateway) => [gateway.dialect.name, gateway]))
  const front = frontOf(serviceUrl, gatewaysAt(port), [...byName.keys()])
  let opened: { close(): Promise<void> } | null = null
  let trying: { stop(): Promise<void> } | null = null

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, name = ''] = (request.url ?? '').split(/[/?]/)
    const gateway = isFromHere(request) ? byName.get(name) : undefined
    if (gateway) return await gateway.serve(request, response, `/${name}`)
    const status = request.url === '/' ? 200 : 404
    response.writeHead(status, { 'content-type': 'application/json' }).end(front)
  }

  /** Whoever has the port has the books, so that no two processes write one. */
  async function takePort(): Promise<boolean> {
    try {
      const door = await openDoor(serve, port)
      await recalling(created, door)
      const looking = lookAfter(created)
      opened = {
        async close() {
          await looking.stop()
          // What changed since it was looked at last is written down while the port, and with it the books, are still ours.
          for (const gateway of created) gateway.advance()
          await door.close()
          for (const gateway of created) await gateway.close()
        },
      }
      return true
    } catch (error) {
      if ((error as { code?: string }).code === 'EADDRINUSE') return false
      throw error
    }
  }

  return {
    byName,
    url: gatewaysAt(port),
    /**
     * Answers who is at the port then: we are; or another process of this installation, whom we follow when it ends; or somebody else, who
     * keeps it. One that is just ending may be neither for a moment.
     */
    async open(): Promise<'us' | 'another_of_ours' | 'somebody_else'> {
      for (let attempt = 1; ; attempt += 1) {
        if (await takePort()) return 'us'
        const owner = await ownerOf(gatewaysAt(port))
        if (owner === serviceUrl) break
        if (owner !== null || attempt > 10) return 'somebody_else'
        await sleep(100)
      }
      trying = runEvery(
        triesEveryMs,
        async () => void (opened ?? (await takePort())),
        (error) => options.onError?.(error),
      )
      return 'another_of_ours'
    },
    async close(): Promise<void> {
      await trying?.stop()
      await opened?.close()
      opened = null
    },
  }
}

/** A page that somebody has open may send a browser here, under a name of its own that leads here; nobody meant that. */
function isFromHere({ headers: { host = '', origin } }: IncomingMessage): boolean {
  return origin === undefined && /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)
}

/** What whoever looks at the port is told. */
function frontOf(of: string, url: string, names: string[]): string {
  return JSON.stringify({
    malipo: 'gateways on this machine; they carry no money',
    of,
    gateways: Object.fromEntries(names.map((name) => [name, `${url}/${name}`])),
    operated: Object.fromEntries(
      Object.entries(usage).map(([line, does]) => [line.replace(' /', ' /{name}/'), does]),
    ),
  })
}

/** Beside which service the gateways at this port stand; an empty text for whatever else is there, null where nobody is. */
async function ownerOf(url: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/`, { signal: AbortSignal.timeout(patienceMs) })
    const said: unknown = await response.json()
    const { malipo, of } = (said ?? {}) as { malipo?: unknown; of?: unknown }
    return typeof malipo === 'string' && typeof of === 'string' ? of : ''
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code === 'ECONNREFUSED' ? null : ''
  }
}
