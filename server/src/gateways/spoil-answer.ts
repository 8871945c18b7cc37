import type { ServerResponse } from 'node:http'
import type { GatewayAnswer } from './dialect.ts'
import type { AnswerFault } from './faults.ts'

/** More than anybody should read for one answer. */
const hugeBytes = 10_000_000

/** Slow enough that the patience of whoever asks ends long before the answer does. */
const everyMs = 1_000

/** Writes an answer as it is. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: GatewayAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** Writes an answer that suffers from a fault on its way. */
export function spoilAnswer(
  response: ServerResponse,
  fault: AnswerFault,
  { status, headers, body }: GatewayAnswer,
): void {
  const head = { 'content-type': 'application/json', ...headers }
  if (fault === 'garbage') response.writeHead(status, head).end('<html><body>It works!</body></html>')
  else if (fault === 'error_before' || fault === 'error_after')
    response.writeHead(503, { 'content-type': 'text/html' }).end('<html>503 Service Unavailable</html>')
  else if (fault === 'huge') response.writeHead(status, head).end(body.padEnd(hugeBytes, ' '))
  else if (fault === 'truncated') truncate(response, { status, headers: head, body })
  else if (fault === 'slow') drip(response, { status, headers: head, body })
  else if (fault === 'outage') response.destroy()
}

function truncate(response: ServerResponse, { status, headers, body }: GatewayAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy())
}

function drip(response: ServerResponse, { status, headers, body }: GatewayAnswer): void {
  response.writeHead(status, headers)
  const left = [...body]
  const dripping = setInterval(() => {
    const next = left.shift()
    if (next === undefined) response.end()
    else response.write(next)
  }, everyMs)
  dripping.unref()
  response.once('close', () => clearInterval(dripping))
}
