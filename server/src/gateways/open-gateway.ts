import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runEvery } from '../jobs/jobs.ts'
import { createGateway, type GatewayOptions } from './create-gateway.ts'
import type { Dialect } from './dialect.ts'

export type Gateway = Awaited<ReturnType<typeof openGateway>>

/** How often a gateway looks what is due. Its clock says whether anything is. */
const looksEveryMs = 50

/** A gateway on this machine, at a port of its own: any free one unless said. */
export async function openGateway(
  dialect: Dialect,
  { port = 0, ...options }: GatewayOptions & { port?: number },
) {
  const { serve, ...gateway } = createGateway(dialect, options)
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const looking = runEvery(looksEveryMs, async () => gateway.advance(), rethrow)
  return {
    ...gateway,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      await looking.stop()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await gateway.post.settled()
    },
  }
}

/** What a gateway cannot do is a bug of its own, which nobody should miss. */
function rethrow(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
