import { StartRefused } from '../primitives/start-refused.ts'
import type { ProviderSettings } from '../providers/providers.ts'
import { madeUpSettings } from './made-up-accounts.ts'

export type WithGateways = {
  providers: ProviderSettings
  /** Where the gateways on this machine are, and which providers are reached there, by made-up settings. */
  gateways: { port: number; madeUp: string[] } | null
}

type Asked = {
  isProduction: boolean
  role: string
  port: number
  baseUrl: string
  gatewayPort: string | undefined
}

/**
 * In development a provider without settings is reached on this machine: also one that is not the live provider any more, of whose payments
 * some may still be open. What the operator gave stays as it is.
 */
export function settingsBeside(given: ProviderSettings, asked: Asked): WithGateways {
  const port = portOf(asked)
  if (port === null) return { providers: given, gateways: null }
  const { clickpesa, selcom } = madeUpSettings(port)
  return {
    providers: { clickpesa: given.clickpesa ?? clickpesa, selcom: given.selcom ?? selcom },
    gateways: {
      port,
      madeUp: Object.entries(given).flatMap(([name, own]) => (own === null ? [name] : [])),
    },
  }
}

function portOf({ isProduction, gatewayPort: asked, ...service }: Asked): number | null {
  if (asked === 'off') return null
  if (isProduction && asked !== undefined)
    throw new StartRefused(
      'GATEWAY_PORT is for development: gateways on this machine carry no money. Remove it.',
    )
  if (asked === undefined) return isProduction ? null : portBeside(service)
  const number = /^\d{1,5}$/.test(asked) ? Number(asked) : 0
  if (number >= 1 && number <= 65_535) return number
  throw new StartRefused(
    `GATEWAY_PORT is ${JSON.stringify(asked)}, but must be off or a whole number from 1 to 65535.`,
  )
}

/** Beside the port of whoever answers requests, which a worker knows by the address that callers use; unless that is any free one, or the last. */
function portBeside({ role, port, baseUrl }: Pick<Asked, 'role' | 'port' | 'baseUrl'>): number | null {
  const { hostname, port: known } = new URL(baseUrl)
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1'
  const own = role === 'worker' && isHere && known !== '' ? Number(known) : port
  return own === 0 || own === 65_535 ? null : own + 1
}
