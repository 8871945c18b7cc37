import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { plainUnions } from './plain-unions.ts'

const buildWriter = SerializerSelector()({}, {})
type Route = Parameters<typeof buildWriter>[0]
// What is built depends on the schema alone.
const anyRoute = { method: '', url: '', httpStatus: '' }

/** By schema, so that several servers in one process build it once. */
const writers = new WeakMap<object, (reply: unknown) => string>()

/**
 * What writes the replies of an operation is built for its first reply. To build all of them took more than half of a
 * start, and most processes answer a few operations only.
 */
export function writeReplies(route: Partial<Route>): (reply: unknown) => string {
  let write: ((reply: unknown) => string) | undefined
  return (reply) => {
    write ??= writerOf(route)
    return write(reply)
  }
}

function writerOf(route: Partial<Route>): (reply: unknown) => string {
  const schema = route.schema as object
  const known = writers.get(schema)
  if (known !== undefined) return known
  const made = buildWriter({ ...anyRoute, ...route, schema: plainUnions(schema) as object })
  writers.set(schema, made)
  return made
}
