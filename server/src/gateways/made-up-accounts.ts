import type { ProviderSettings } from '../providers/providers.ts'
import type { ClickpesaAccount } from './clickpesa/clickpesa.ts'
import type { SelcomVendor } from './selcom/selcom.ts'

/** With these we are known to the gateways on this machine, and nowhere else: no secret is kept by them, as no money is. */
const selcom: SelcomVendor = {
  apiKey: 'made-up-key-of-this-machine',
  apiSecret: 'made-up-secret-of-this-machine',
  vendor: 'TILL61000001',
  floatAccount: 'FLOAT61000002',
  floatPin: 'made-up-pin',
}
const clickpesa = {
  clientId: 'IDMADEUP',
  apiKey: 'made-up-key-of-this-machine',
  checksumKey: 'made-up-checksum-key',
  checksumVersion: 'current',
} as const

/** What the gateways know of us. News go to the service that they stand beside; Selcom is told where with each order. */
export function madeUpAccounts(serviceUrl: string): { selcom: SelcomVendor; clickpesa: ClickpesaAccount } {
  const webhookUrl = () => `${serviceUrl}/v1/webhooks/provider/clickpesa`
  return { selcom, clickpesa: { ...clickpesa, webhookUrl, signsIn: 'header' } }
}

/** What the adapters are told, to reach the gateways at this port. */
export function madeUpSettings(port: number): ProviderSettings {
  return {
    selcom: {
      ...selcom,
      baseUrl: `${gatewaysAt(port)}/selcom/v1`,
      senderName: 'Malipo',
      senderPhone: '255754000001',
      buyerEmail: 'payments@malipo.test',
    },
    clickpesa: { ...clickpesa, url: `${gatewaysAt(port)}/clickpesa/third-parties` },
  }
}

export function gatewaysAt(port: number): string {
  return `http://127.0.0.1:${port}`
}
