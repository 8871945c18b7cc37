import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Service } from './service.ts'

type Meet = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** Whoever comes is met before the service hears of it; it does not when the answer is false. Bugs are planted by it. */
export function meetFirst({ server }: Pick<Service, 'server'>, meet: Meet): void {
  const own = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', async (request, response) => {
    if (!(await meet(request, response))) return
    for (const listener of own) listener.call(server, request, response)
  })
}
