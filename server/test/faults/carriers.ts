import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  clickpesaDialect,
  type Gateway,
  openGateway,
  openSelcomGateway,
} from '../../src/gateways/gateways.ts'
import type { Clock } from '../../src/primitives/clock.ts'
import { testAccount } from '../providers/clickpesa/clickpesa-defendant.ts'
import { selcomKeys } from '../providers/selcom-defendant.ts'

/** A gateway on this machine, and the settings with which the service has its payments carried there. */
export type Carrier = {
  gateway: Gateway
  environment: Record<string, string>
  /** The service listens here now: what the gateway tells goes to it. */
  serveAt(url: string): void
  close(): Promise<void>
}

export type OpenCarrier = (clock: Clock) => Promise<Carrier>

export const openSelcomCarrier: OpenCarrier = async (clock) => {
  let serviceUrl = ''
  const gateway = await openSelcomGateway(selcomKeys, { clock, chance: () => 0 })
  const front = await openFront(() => serviceUrl)
  return {
    gateway,
    environment: {
      BASE_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
      LIVE_PROVIDER: 'selcom',
      SELCOM_BASE_URL: `${gateway.url}/v1`,
      SELCOM_API_KEY: selcomKeys.apiKey,
      SELCOM_API_SECRET: selcomKeys.apiSecret,
      SELCOM_VENDOR: selcomKeys.vendor,
      SELCOM_FLOAT_ACCOUNT: selcomKeys.floatAccount,
      SELCOM_FLOAT_PIN: selcomKeys.floatPin,
      SELCOM_SENDER_NAME: 'Duka la Asha',
      SELCOM_SENDER_PHONE: '255754000001',
    },
    serveAt(url) {
      serviceUrl = url
    },
    async close() {
      await gateway.close()
      front.closeAllConnections()
      front.close()
    },
  }
}

/** Orders name the address to tell, and ours is known only once the service listens: what comes here is passed on. */
async function openFront(serviceUrl: () => string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const answer = await fetch(`${serviceUrl()}${request.url}`, {
      method: 'POST',
      headers: toldOf(request),
      body,
    })
    response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Whatever was said with it, signatures too; the headers of the connection are each connection's own. */
function toldOf({ headers }: IncomingMessage): [string, string][] {
  const own = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']
  return Object.entries(headers)
    .filter(([name]) => !own.includes(name))
    .map(([name, value]) => [name, String(value)])
}

export const openClickpesaCarrier: OpenCarrier = async (clock) => {
  let serviceUrl: string | null = null
  const webhookUrl = () => serviceUrl && `${serviceUrl}/v1/webhooks/provider/clickpesa`
  const gateway = await openGateway(clickpesaDialect({ ...testAccount, webhookUrl }), {
    clock,
    chance: () => 0,
    signsCallbacks: true,
  })
  return {
    gateway,
    environment: {
      LIVE_PROVIDER: 'clickpesa',
      CLICKPESA_BASE_URL: `${gateway.url}/third-parties`,
      CLICKPESA_CLIENT_ID: testAccount.clientId,
      CLICKPESA_API_KEY: testAccount.apiKey,
      CLICKPESA_CHECKSUM_KEY: testAccount.checksumKey,
    },
    serveAt(url) {
      serviceUrl = url
    },
    close: () => gateway.close(),
  }
}
