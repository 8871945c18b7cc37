import type { Command } from 'commander'
import { Misuse } from '../failures.ts'
import { type Printer, printerFor } from '../output/printer.ts'
import type { Surroundings } from '../surroundings.ts'

/** What every command is told, by flags or by the environment. */
export type Settings = {
  printer: Printer
  isLive: boolean
  /** Where the service is, unless a login knows better. */
  url: string
  /** Whether somebody said so, or it is only the usual place. */
  isUrlGiven: boolean
  apiKey: string | undefined
  merchantId: string | undefined
}

type Flags = { json?: boolean; live?: boolean; url?: string; apiKey?: string; merchant?: string }

export const usualUrl = 'http://localhost:4000'

export function settingsOf(command: Command, surroundings: Surroundings): Settings {
  const flags = command.optsWithGlobals<Flags>()
  const { env } = surroundings
  const given = flags.url ?? set(env.MALIPO_URL)
  return {
    printer: printerFor(surroundings, { json: flags.json === true }),
    isLive: flags.live === true,
    url: plainUrl(given ?? usualUrl),
    isUrlGiven: given !== undefined,
    apiKey: flags.apiKey ?? set(env.MALIPO_KEY),
    merchantId: flags.merchant ?? set(env.MALIPO_MERCHANT),
  }
}

function set(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}

function plainUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Misuse(`"${text}" is no address of a service. Say it like ${usualUrl}.`)
  return text.replace(/\/+$/, '')
}
