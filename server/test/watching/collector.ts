import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Attribute = { key: string; value: { stringValue?: string; intValue?: string; boolValue?: boolean } }

/** A span as it arrived. */
export type Received = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  links: { traceId: string; spanId: string }[]
  status: { code?: number; message?: string }
}

type Body = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { scope: { name: string; version: string }; spans: Received[] }[]
  }[]
}

/** What stands where a collector would: it takes OTLP over HTTP as JSON, and keeps what it was told. */
export async function openCollector() {
  const spans: Received[] = []
  const texts: string[] = []
  const headers: Record<string, unknown>[] = []
  const resources: Attribute[][] = []
  let status = 200
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const isFit =
        request.method === 'POST' &&
        request.url === '/v1/traces' &&
        request.headers['content-type'] === 'application/json'
      response.writeHead(isFit ? status : 404, { 'content-type': 'application/json' }).end('{}')
      if (!isFit || status !== 200) return
      texts.push(text)
      headers.push(request.headers)
      for (const { resource, scopeSpans } of (JSON.parse(text) as Body).resourceSpans) {
        resources.push(resource.attributes)
        spans.push(...scopeSpans.flatMap((scope) => scope.spans))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    texts,
    headers,
    resources,
    answer(next: number) {
      status = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export type Collector = Awaited<ReturnType<typeof openCollector>>

export function attributesOf({ attributes }: Pick<Received, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? (value.intValue === undefined ? value.boolValue : Number(value.intValue)),
    ]),
  )
}
