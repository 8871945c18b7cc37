import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runEvery } from '../jobs/jobs.ts'
import { createGateway, type GatewayOptions } from './create-gateway.ts'
import type { Dialect } from './dialect.ts'

export type Gateway = Awaited<ReturnType<typeof openGateway>>

/** A gateway on this machine, at a port of its own: any free one unless said. */
export async function openGateway(
  dialect: Dialect,
  { port = 0, ...options }: GatewayOptions & { port?: number },
) {
  const { serve, recall, close, ...gateway } = createGateway(dialect, options)
  const door = await openDoor(serve, port)
  await recalling([{ recall }], door)
  const looking = lookAfter([gateway])
  return {
    ...gateway,
    url: door.url,
    async close(): Promise<void> {
      await looking.stop()
      await door.close()
      await close()
    },
  }
}

/** Only who has the port has the books: a port that is not used after all is given back. */
export async function recalling(
  gateways: { recall(): void }[],
  door: { close(): Promise<void> },
): Promise<void> {
  try {
    for (const { recall } of gateways) recall()
  } catch (error) {
    await door.close()
    throw error
  }
}

/** A port of this machine, for nobody who is not on it. */
export async function openDoor(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  port: number,
) {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** How often gateways look what is due. Their clock says whether anything is. */
const looksEveryMs = 50

export function lookAfter(gateways: { advance(): void }[]) {
  const look = async () => {
    for (const gateway of gateways) gateway.advance()
  }
  return runEvery(looksEveryMs, look, rethrow)
}

/** What a gateway cannot do is a bug of its own, which nobody should miss. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
