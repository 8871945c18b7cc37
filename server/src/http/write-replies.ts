import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

const buildWriter = SerializerSelector()({}, {})
type Route = Parameters<typeof buildWriter>[0]
// What is built depends on the schema alone.
const anyRoute = { method: '', url: '', httpStatus: '' }

/**
 * What writes the replies of an operation is built for its first reply. To build all of them took more than half of a
 * start, and most processes answer a few operations only.
 */
export function writeReplies(route: Partial<Route>): (reply: unknown) => string {
  let write: ((reply: unknown) => string) | undefined
  return (reply) => {
    write ??= buildWriter({ ...anyRoute, ...route })
    return write(reply)
  }
}
