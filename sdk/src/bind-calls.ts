import { type Call, type CallLines, parametersOf, readCall } from './call.ts'
import type { Client, Given, Input } from './client.ts'
import { listOf, type Page } from './list.ts'
import type { CallOptions } from './options.ts'
import { dataOf } from './send-request.ts'

/** A function for each line, under the same names. What they take and give is written beside the lines. */
export function bindCalls<Resource>(client: Client, lines: CallLines): Resource {
  const bound = Object.entries(lines).map(([name, line]) => [
    name,
    typeof line === 'string' ? bindCall(client, readCall(line)) : bindCalls(client, line),
  ])
  return Object.fromEntries(bound)
}

function bindCall(client: Client, call: Call): (...args: unknown[]) => unknown {
  const answer = answerOf(client, call)
  return (...args) => answer(readArguments(call, args))
}

function answerOf(client: Client, { marks }: Call): (given: Given) => Promise<unknown> {
  if (marks.has('list')) return (given) => listOf((cursor) => readPage(client, given, cursor))
  if (marks.has('bytes')) return async (given) => (await client.send({ ...given, accept: '*/*' })).bytes
  if (marks.has('csv')) {
    return async (given) =>
      new TextDecoder().decode((await client.send({ ...given, accept: 'text/csv' })).bytes)
  }
  if (marks.has('session')) {
    return async (given) => ({ ...(await readData(client, given)), session: client.session() })
  }
  return (given) => readData(client, given)
}

async function readData(client: Client, given: Given): Promise<object> {
  return dataOf(await client.send(given)) as object
}

/** A cursor takes the place of a page. */
async function readPage(client: Client, given: Given, cursor?: string): Promise<Page<unknown>> {
  if (cursor === undefined) return (await readData(client, given)) as Page<unknown>
  const { page, ...input } = given.input
  return (await readData(client, { ...given, input: { ...input, cursor } })) as Page<unknown>
}

/** The parameters of the path, then the body or query if there is one, then the options. */
export function readArguments(call: Call, args: unknown[]): Given {
  const count = parametersOf(call).length
  const hasInput = call.marks.has('body') || call.marks.has('query')
  const [input, options] = hasInput ? args.slice(count) : [undefined, args[count]]
  return {
    call,
    parameters: args.slice(0, count) as string[],
    input: (input ?? {}) as Input,
    options: (options ?? {}) as CallOptions,
  }
}
