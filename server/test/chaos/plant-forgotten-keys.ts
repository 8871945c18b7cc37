import { randomUUID } from 'node:crypto'
import { Server } from 'node:http'

// Loaded into a service before anything of its own, for the control run: whatever Idempotency-Key a request came with, the service sees another one. A request that is
// sent again is then a new one, as it would be to a service that does not look at keys.
const emit = Server.prototype.emit
Server.prototype.emit = function (this: Server, event: string | symbol, ...rest: unknown[]): boolean {
  const [request] = rest as { headers?: Record<string, string> }[]
  if (event === 'request' && request?.headers?.['idempotency-key'] !== undefined)
    request.headers['idempotency-key'] = randomUUID()
  return Reflect.apply(emit, this, [event, ...rest]) as boolean
}
