import assert from 'node:assert/strict'
import { assertRefused } from './envelope.ts'
import { sendRaw } from './raw-socket.ts'
import type { Provocations, Stage } from './stage.ts'

/** What never becomes a request. */

export const refusalsOfBrokenRequests: Provocations = {
  async 'bytes that are not HTTP are refused'(stage) {
    assertRefused(await send(stage, 'siku njema', '', ''), '400 bad_request')
    assertRefused(await send(stage, 'PRI * HTTP/2.0', '', 'SM', '', ''), '400 bad_request')
  },

  async 'a request with two lengths is refused'(stage) {
    const head = ['POST /v1/customers HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked']
    assertRefused(await send(stage, ...head, '', '0', '', ''), '400 bad_request')
  },

  async 'a broken chunk is refused'(stage) {
    const { liveKey } = stage
    const head = ['POST /v1/customers HTTP/1.1', 'Host: a', `X-API-Key: ${liveKey}`]
    const kind = ['Content-Type: application/json', 'Transfer-Encoding: chunked']
    assertRefused(await send(stage, ...head, ...kind, '', 'ZZ', '{}', '0', '', ''), '400 bad_request')
  },

  async 'a request without a host is refused like any other'(stage) {
    assertRefused(await send(stage, 'GET /v1/me HTTP/1.1', 'Connection: close', '', ''), '400 bad_request')
  },

  async 'an expectation that nobody can meet is refused like anything else'(stage) {
    const head = ['GET /v1/me HTTP/1.1', 'Host: a', 'Expect: tea', 'Connection: close']
    assertRefused(await send(stage, ...head, '', ''), '401 unauthenticated')
  },

  async 'headers beyond 16 KiB are refused'(stage) {
    const head = ['GET /v1/me HTTP/1.1', 'Host: a', `X-Long: ${'a'.repeat(17_000)}`]
    assertRefused(await send(stage, ...head, '', ''), '431 headers_too_large')
  },

  async 'headers that do not end are given up'(stage) {
    const { server } = stage.service
    assert.equal(server.headersTimeout, 10_000)
    server.headersTimeout = 300
    try {
      assertRefused(await send(stage, 'GET /v1/me HTTP/1.1', 'Host: a', ''), '408 request_timeout')
    } finally {
      server.headersTimeout = 10_000
    }
  },

  async 'a body that does not come is given up'(stage) {
    const { liveKey } = stage
    const head = ['POST /v1/customers HTTP/1.1', 'Host: a', `X-API-Key: ${liveKey}`]
    const kind = ['Content-Type: application/json', 'Content-Length: 100']
    const { server } = stage.service
    assert.equal(server.requestTimeout, 15_000)
    server.requestTimeout = 300
    try {
      assertRefused(await send(stage, ...head, ...kind, '', '{"name":'), '408 request_timeout')
    } finally {
      server.requestTimeout = 15_000
    }
  },
}

function send({ service }: Stage, ...lines: string[]) {
  return sendRaw(service.url, lines.join('\r\n'))
}
