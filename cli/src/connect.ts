import { Malipo } from '@malipo/sdk'
import type { Settings } from './commands/settings.ts'
import { Misuse, Trouble } from './failures.ts'
import { type Login, readLogin } from './keeping/login.ts'
import type { Surroundings } from './surroundings.ts'

export type Environment = 'live' | 'sandbox'

export type Connection = {
  url: string
  environment: Environment
  /** Unknown where a key was given and nobody said whose it is; the client then learns it by itself. */
  merchantId: string | undefined
  /** For what keys may do. */
  malipo: Malipo
  /** Whether there is a person behind it, and not only a key. */
  hasSession: boolean
  /** For what only people may do; says to log in where nobody has. */
  dashboard(): Malipo
}

/** Who we are and where, from flags, the environment and the login. Nothing is sent anywhere yet. */
export async function connect(settings: Settings, surroundings: Surroundings): Promise<Connection> {
  const environment: Environment = settings.isLive ? 'live' : 'sandbox'
  if (settings.isLive) settings.printer.note(settings.printer.paint.yellow('Live: this is about real money.'))
  return settings.apiKey === undefined
    ? connectByLogin(settings, await readLogin(surroundings), environment)
    : connectByKey(settings, settings.apiKey, environment)
}

function connectByKey({ url, merchantId }: Settings, apiKey: string, environment: Environment): Connection {
  const of = /^mlp_(live|sandbox)_/.exec(apiKey)?.[1]
  if (of === 'live' && environment === 'sandbox')
    throw new Misuse('This is a live key. Say --live if you mean real money.')
  if (of === 'sandbox' && environment === 'live')
    throw new Misuse('This is a sandbox key, and --live was said. Use a live key, or leave --live out.')
  return {
    url,
    environment,
    merchantId,
    malipo: new Malipo({ baseUrl: url, apiKey, merchantId }),
    hasSession: false,
    dashboard() {
      throw new Trouble('Only a signed-in person may do this; a key may not.', loginAdvice)
    },
  }
}

function connectByLogin(settings: Settings, login: Login | undefined, environment: Environment): Connection {
  if (!login) throw new Trouble('You are not logged in.', loginAdvice)
  // What the login keeps was given for one address, and is sent to no other.
  if (settings.isUrlGiven && settings.url !== login.url)
    throw new Trouble(`You are logged in at ${login.url}, not at ${settings.url}.`, loginAdvice)
  const merchantId = settings.merchantId ?? login.merchant_id
  const place = { baseUrl: login.url, merchantId }
  const byPerson = new Malipo({ ...place, session: login.session, environment })
  const hasKey = login.api_key !== null && environment === 'sandbox' && merchantId === login.merchant_id
  return {
    url: login.url,
    environment,
    merchantId,
    malipo: hasKey ? new Malipo({ ...place, apiKey: login.api_key ?? undefined }) : byPerson,
    hasSession: true,
    dashboard: () => byPerson,
  }
}

const loginAdvice = 'Run malipo-dev login, or give a key with --api-key or MALIPO_KEY where one will do.'
