import { clientMethods, isList, type Operation, operations } from '@malipo/contract'
import type { ReferenceCall } from './read-reference.ts'

/** The body that the form and the samples begin with: what a real service was asked. */
export function exampleBody({ body }: ReferenceCall): unknown {
  return body?.type === 'application/json' ? body.example : undefined
}

/** The call as one would type it. */
export function curlSample(call: ReferenceCall): string {
  const body = exampleBody(call)
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_hole, name: string) => `$${name.toUpperCase()}`)
  const query = call.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=$${name.toUpperCase()}`)
  const keyed = call.parameters.find(({ name, required }) => name === 'Idempotency-Key' && required)
  const parts = [
    `curl -s${call.method === 'GET' || call.method === 'POST' ? '' : ` -X ${call.method}`} "$MALIPO_URL${path}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...(call.takesKey ? ['-H "Authorization: Bearer $MALIPO_KEY"'] : []),
    ...(keyed ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(body === undefined
      ? call.method === 'POST'
        ? ['-X POST']
        : []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ]
  return `\`\`\`bash\n${parts.join(' \\\n  ')}\n\`\`\``
}

/** By the name of its method in @malipo/sdk, where it has one. The client fills in the merchant itself. */
export function typeScriptSample(call: ReferenceCall): string {
  const method = clientMethods[call.id]
  const operation = Object.values<Operation>(operations).find(({ id }) => id === call.id)
  if (method === undefined || operation === undefined) return ''
  const { access } = operation
  const isFilledIn = access.who === 'merchant' && access.merchant !== 'caller'
  const isTold = (name: string) => !isFilledIn || name !== 'merchant_id'
  const parameters = call.parameters.filter(({ name }) => isTold(name))
  const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => camelCase(name))
  const query = parameters.filter((one) => one.in === 'query' && one.required)
  const asked = query.map(({ name }) => `${name}: ${camelCase(name)}`)
  const body = Object.entries((exampleBody(call) ?? {}) as object).filter(([name]) => isTold(name))
  const args = [
    ...inPath,
    ...(asked.length > 0 ? [`{ ${asked.join(', ')} }`] : []),
    ...(body.length > 0 ? [literal(Object.fromEntries(body))] : []),
  ].join(', ')
  const line = `malipo.${method}(${args})`
  const code = isList(operation)
    ? `for await (const one of ${line}) {\n  console.log(one)\n}`
    : `const reply = await ${line}`
  return `\`\`\`ts\n${code}\n\`\`\``
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase())
}

/** As one would write it in TypeScript. */
function literal(value: unknown, indent = ''): string {
  const inner = `${indent}  `
  if (typeof value === 'string') return `'${value.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  const lines = entries.map(
    ([name, one]) => `${inner}${/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`}: ${literal(one, inner)},`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}
