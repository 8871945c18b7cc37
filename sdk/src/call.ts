/** One operation of the interface, as the client needs to know it. */
export type Call = {
  method: string
  /** Parameters in braces: `/v1/collections/{collection_id}`. */
  path: string
  marks: ReadonlySet<string>
}

/**
 * What a line in `resources/` may say after the method and the path:
 *
 * - `body`, `query`: what the argument after the parameters of the path is
 * - `merchant`: `merchant_id` in that argument or in the path is the client's own unless another is given
 * - `as-merchant`: the same in the header X-Merchant-Id
 * - `key`: sent with an idempotency key
 * - `repeatable`: does no harm when it is carried out twice, though it is no GET and has no key
 * - `number`: its `amount` is a JSON number
 * - `rows`: its `rows` may be the text of a CSV, which is sent as such with the other fields in the query
 * - `list`: answers pages, which can be walked
 * - `bytes`, `csv`: answers a file
 * - `session`: may begin a session
 * - `waits`: the service may keep the caller waiting for an outcome
 */
export type CallLines = { readonly [name: string]: string | CallLines }

export function readCall(line: string): Call {
  const [method = '', path = '', ...marks] = line.split(' ')
  return { method, path, marks: new Set(marks) }
}

/** The names in braces, but for the merchant where the client fills it in. */
export function parametersOf({ path, marks }: Call): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return marks.has('merchant') ? names.filter((name) => name !== 'merchant_id') : names
}

/** Whether a second attempt can do no harm, so that it may be made when nobody knows what became of the first. */
export function isRepeatable({ method, marks }: Call): boolean {
  return method === 'GET' || method === 'PUT' || marks.has('key') || marks.has('repeatable')
}
