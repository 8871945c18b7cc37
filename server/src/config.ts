import { availableParallelism } from 'node:os'
import { type AuthorityName, readAuthority } from './authorities/authorities.ts'
import { isAddressRange } from './courier/courier.ts'
import type { PoolSizes } from './database/database.ts'
import { settingsBeside, type WithGateways } from './gateways/gateways.ts'
import {
  amount,
  httpUrl,
  keySafeUrl,
  longEnough,
  malformed,
  oneOf,
  onOff,
  wholeNumber,
} from './primitives/read-setting.ts'
import { StartRefused } from './primitives/start-refused.ts'
import {
  type ClickpesaSettings,
  checksumVersions,
  liveAdapterNames,
  type ProviderSettings,
  readSelcomSigning,
  type SelcomSettings,
} from './providers/providers.ts'
import type { AfricasTalkingSettings } from './sms/sms.ts'
import { readTracing, type TracingSettings } from './telemetry/telemetry.ts'
import { type CrashPoint, crashPoints } from './world/world.ts'

export type Config = {
  mode: 'development' | 'production'
  port: number
  host: string
  /** How many processes answer at the port. */
  processes: number
  /** How long it answers on, though no longer ready, when it is told to stop. */
  leavesForMs: number
  baseUrl: string
  sandboxBaseUrl: string
  databaseUrl: string | undefined
  /** Connections of this process: money's own, those of lists, and those of what the service does by itself. */
  poolSizes: PoolSizes
  /** Where the server itself is when `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | undefined
  /** A standby, from which lists and all that reads much are read while it keeps up. */
  readReplicaUrl: string | undefined
  /** Where backups are taken from, when that takes another role than the service has. */
  databaseBackupUrl: string | undefined
  dataDir: string
  backupDir: string
  /** Absent in development: one is made and kept under the data folder. */
  secret: string | undefined
  /** The one before, while the secret is being changed: what it sealed is still opened. */
  previousSecret: string | undefined
  limitsAreOn: boolean
  demoIsOn: boolean
  signUpIsOpen: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  trustedProxies: number
  smtpUrl: string | undefined
  mailFrom: string
  /** Who carries text messages, and how we are known there; nobody until the operator says so. */
  sms: AfricasTalkingSettings | null
  metricsToken: string | undefined
  /** Where traces go; nowhere until the operator says so. */
  tracing: TracingSettings | null
  /** Whether this process answers requests, looks after what is due, or both. */
  role: 'api' | 'worker' | 'all'
  /** Who carries live payments; nobody until the operator says so, except in development. */
  liveProvider: string
  /** Who gives receipts for live payments; nobody until the operator says so, except in development. */
  fiscalAuthority: AuthorityName
  /** How we are known to those who could. */
  providers: ProviderSettings
  /** Those on this machine, in development. */
  gateways: WithGateways['gateways']
  qrLivesForMs: number
  /** How long hosted pages may be used. */
  pageLivesForMs: number
  /** In minor units: larger withdrawals need two Super Admins. */
  approveTwiceAbove: bigint
  /** For so long after a payment it can be refunded. */
  refundDays: number
  /** In minor units: a float below this is too low, unless something else was said of that provider. */
  lowFloat: bigint
  /** From when on Super Admins are told that something waits for them. */
  alertAfterMs: number
  booksCheckedEveryMs: number
  /** Inner addresses that merchants' endpoints may have all the same, as the operator wishes. */
  webhookAllow: string[]
  /** Tests end the process at this place on the way of money. */
  crashAt: CrashPoint | undefined
}

type Environment = Record<string, string | undefined>

/** Reads and checks every setting once. Whatever is malformed stops the start with one line that names it. */
export function readConfig(environment: Environment): Config {
  const given = (name: string) => environment[name] || undefined
  const mode = oneOf('NODE_ENV', given('NODE_ENV') ?? 'development', ['development', 'production', 'test'])
  const isProduction = mode === 'production'
  const port = wholeNumber('PORT', given('PORT') ?? '4000', 0, 65_535)
  const baseUrl = httpUrl('BASE_URL', given('BASE_URL') ?? `http://localhost:${port}`)
  const role = oneOf('ROLE', given('ROLE') ?? 'all', ['api', 'worker', 'all'])
  const config: Config = {
    mode: isProduction ? 'production' : 'development',
    port,
    host: given('HOST') ?? '127.0.0.1',
    processes: processCount(given('PROCESSES') ?? '1'),
    leavesForMs: 1_000 * wholeNumber('LEAVING_SECONDS', given('LEAVING_SECONDS') ?? '0', 0, 15),
    baseUrl,
    sandboxBaseUrl: httpUrl('SANDBOX_BASE_URL', given('SANDBOX_BASE_URL') ?? `${baseUrl}/sandbox`),
    databaseUrl: given('DATABASE_URL') && postgresUrl('DATABASE_URL', given('DATABASE_URL') ?? ''),
    // Twenty together, so that four processes fit into the hundred that PostgreSQL has unless told otherwise.
    poolSizes: {
      money: wholeNumber('DATABASE_POOL_SIZE', given('DATABASE_POOL_SIZE') ?? '10', 2, 200),
      lists: wholeNumber('DATABASE_LISTS_POOL_SIZE', given('DATABASE_LISTS_POOL_SIZE') ?? '4', 1, 100),
      work: wholeNumber('DATABASE_WORK_POOL_SIZE', given('DATABASE_WORK_POOL_SIZE') ?? '6', 2, 200),
    },
    databaseDirectUrl:
      given('DATABASE_DIRECT_URL') && postgresUrl('DATABASE_DIRECT_URL', given('DATABASE_DIRECT_URL') ?? ''),
    readReplicaUrl: given('READ_REPLICA_URL') && oneHost('READ_REPLICA_URL', given('READ_REPLICA_URL') ?? ''),
    databaseBackupUrl:
      given('DATABASE_BACKUP_URL') && postgresUrl('DATABASE_BACKUP_URL', given('DATABASE_BACKUP_URL') ?? ''),
    dataDir: given('DATA_DIR') ?? '.malipo',
    backupDir: given('BACKUP_DIR') ?? `${(given('DATA_DIR') ?? '.malipo').replace(/\/+$/, '')}-backups`,
    secret: given('MALIPO_SECRET') && longEnough('MALIPO_SECRET', given('MALIPO_SECRET') ?? ''),
    previousSecret:
      given('MALIPO_SECRET_PREVIOUS') &&
      longEnough('MALIPO_SECRET_PREVIOUS', given('MALIPO_SECRET_PREVIOUS') ?? ''),
    limitsAreOn: onOff('RATE_LIMIT', given('RATE_LIMIT') ?? 'on'),
    demoIsOn: onOff('DEMO', given('DEMO') ?? (isProduction ? 'off' : 'on')),
    signUpIsOpen: oneOf('SIGN_UP', given('SIGN_UP') ?? 'open', ['open', 'closed']) === 'open',
    logLevel: oneOf('LOG_LEVEL', given('LOG_LEVEL') ?? 'info', logLevels),
    trustedProxies: wholeNumber('TRUSTED_PROXIES', given('TRUSTED_PROXIES') ?? '0', 0, 10),
    smtpUrl: given('SMTP_URL') && smtpUrl('SMTP_URL', given('SMTP_URL') ?? ''),
    mailFrom: given('MAIL_FROM') ?? 'Malipo <malipo@localhost>',
    sms: smsGateway(given),
    metricsToken: given('METRICS_TOKEN'),
    tracing: readTracing(given),
    role,
    liveProvider: oneOf('LIVE_PROVIDER', given('LIVE_PROVIDER') ?? (isProduction ? 'none' : 'simulated'), [
      ...liveAdapterNames,
      'none',
    ]),
    fiscalAuthority: readAuthority(given, isProduction),
    ...settingsBeside(
      { clickpesa: clickpesaAccount(given), selcom: selcomAccount(given, baseUrl) },
      { isProduction, role, port, baseUrl, gatewayPort: given('GATEWAY_PORT') },
    ),
    pageLivesForMs: 3_600_000 * wholeNumber('PAGE_HOURS', given('PAGE_HOURS') ?? '24', 1, 720),
    qrLivesForMs: 60_000 * wholeNumber('QR_MINUTES', given('QR_MINUTES') ?? '15', 1, 1_440),
    refundDays: wholeNumber('REFUND_DAYS', given('REFUND_DAYS') ?? '180', 1, 3_650),
    approveTwiceAbove: amount('APPROVE_TWICE_ABOVE', given('APPROVE_TWICE_ABOVE') ?? '9999999999999.99'),
    lowFloat: amount('LOW_FLOAT', given('LOW_FLOAT') ?? '1000000.00'),
    alertAfterMs: 3_600_000 * wholeNumber('ALERT_AFTER_HOURS', given('ALERT_AFTER_HOURS') ?? '2', 1, 720),
    booksCheckedEveryMs:
      60_000 * wholeNumber('BOOKS_CHECK_MINUTES', given('BOOKS_CHECK_MINUTES') ?? '60', 1, 10_080),
    webhookAllow: addressRanges('WEBHOOK_ALLOW', given('WEBHOOK_ALLOW') ?? ''),
    crashAt: environment.CRASH_AT ? oneOf('CRASH_AT', environment.CRASH_AT, crashPoints) : undefined,
  }
  if (isProduction) refuseUnfitForProduction(config, given('BASE_URL') !== undefined)
  return config
}

/** More than these would want more connections than a database takes that was told nothing. */
const mostByThemselves = 4

function processCount(text: string): number {
  if (text === 'auto') return Math.min(availableParallelism(), mostByThemselves)
  return wholeNumber('PROCESSES', text, 1, 64)
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

function refuseUnfitForProduction(config: Config, baseUrlIsGiven: boolean): void {
  const missing = [
    config.databaseUrl === undefined && 'DATABASE_URL',
    config.secret === undefined && 'MALIPO_SECRET (32 random characters or more)',
    !baseUrlIsGiven && 'BASE_URL',
  ].filter((name) => name !== false)
  if (missing.length > 0)
    throw new StartRefused(`Production needs ${missing.join(', ')}. Set it and start again.`)
  if (!config.limitsAreOn)
    throw new StartRefused('RATE_LIMIT=off is for tests and benchmarks, not for production.')
  if (config.crashAt) throw new StartRefused('CRASH_AT is for tests, not for production.')
  const { liveProvider: name, providers } = config
  if (Object.entries(providers).some(([known, settings]) => known === name && settings === null))
    throw new StartRefused(`LIVE_PROVIDER=${name} needs the settings that docs/providers/${name}.md names.`)
  if (config.demoIsOn) throw new StartRefused('DEMO=on would put known sign-ins into production. Remove it.')
  const { protocol, hostname } = new URL(config.baseUrl)
  if (protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1') {
    throw new StartRefused(
      'BASE_URL must be https in production, or the session cookie would travel in the clear.',
    )
  }
}

function addressRanges(name: string, value: string): string[] {
  const ranges = value
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '')
  if (ranges.every(isAddressRange)) return ranges
  throw malformed(name, value, 'addresses or ranges separated by commas, like 10.1.0.0/16,192.168.5.7')
}

/** Not echoed back: it carries a password. */
function postgresUrl(name: string, value: string): string {
  if (/^postgres(ql)?:\/\/\S+$/.test(value)) return value
  throw new StartRefused(`${name} must be an address like postgres://user:password@host:5432/malipo.`)
}

/** Each connection is asked what it has applied, but several hosts are only sought by who takes writes. */
function oneHost(name: string, value: string): string {
  const url = postgresUrl(name, value)
  if (URL.canParse(url) && !new URL(url).host.includes(',')) return url
  throw new StartRefused(`${name} must name one host: a proxy in front of several standbys is one.`)
}

function smtpUrl(name: string, value: string): string {
  if (/^smtps?:\/\/\S+$/.test(value)) return value
  throw new StartRefused(`${name} must be an address like smtps://user:password@host:465.`)
}

/** Not echoed back where it is a key. */
function smsGateway(given: (name: string) => string | undefined): AfricasTalkingSettings | null {
  const gateway = oneOf('SMS_GATEWAY', given('SMS_GATEWAY') ?? 'none', ['none', 'africas_talking'])
  if (gateway === 'none') return null
  const [username, apiKey] = [given('AFRICAS_TALKING_USERNAME'), given('AFRICAS_TALKING_API_KEY')]
  if (username === undefined || apiKey === undefined) {
    throw new StartRefused(
      'SMS_GATEWAY=africas_talking needs AFRICAS_TALKING_USERNAME and AFRICAS_TALKING_API_KEY. Set both and start again.',
    )
  }
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new StartRefused('AFRICAS_TALKING_API_KEY must be one word of plain characters.')
  return {
    url: keySafeUrl(
      'AFRICAS_TALKING_URL',
      given('AFRICAS_TALKING_URL') ?? 'https://api.africastalking.com/version1/messaging',
    ),
    username,
    apiKey,
    sender: given('SMS_SENDER'),
  }
}

/** All of it or nothing: with half an account every payment would be refused. Keys are not echoed back. */
function clickpesaAccount(given: (name: string) => string | undefined): ClickpesaSettings | null {
  const keys = ['CLICKPESA_CLIENT_ID', 'CLICKPESA_API_KEY', 'CLICKPESA_CHECKSUM_KEY'] as const
  const names = [...keys, 'CLICKPESA_BASE_URL', 'CLICKPESA_CHECKSUM_VERSION']
  if (names.every((name) => given(name) === undefined)) return null
  const word = (name: (typeof keys)[number]): string => {
    const value = given(name)
    if (value === undefined)
      throw new StartRefused(`ClickPesa needs ${name}. Set it, or nothing that begins with CLICKPESA.`)
    if (/^[\x21-\x7e]+$/.test(value)) return value
    throw new StartRefused(`${name} must be one word of plain characters.`)
  }
  const url = given('CLICKPESA_BASE_URL') ?? 'https://api.clickpesa.com/third-parties'
  const version = given('CLICKPESA_CHECKSUM_VERSION') ?? 'current'
  return {
    url: keySafeUrl('CLICKPESA_BASE_URL', url).replace(/\/+$/, ''),
    clientId: word('CLICKPESA_CLIENT_ID'),
    apiKey: word('CLICKPESA_API_KEY'),
    checksumKey: word('CLICKPESA_CHECKSUM_KEY'),
    checksumVersion: oneOf('CLICKPESA_CHECKSUM_VERSION', version, checksumVersions),
  }
}

/** All of it or nothing, as above. Keys and the PIN are not echoed back. */
function selcomAccount(given: (name: string) => string | undefined, baseUrl: string): SelcomSettings | null {
  const needed = ['API_KEY', 'VENDOR', 'FLOAT_ACCOUNT', 'FLOAT_PIN', 'SENDER_NAME', 'SENDER_PHONE']
  const names = [...needed, 'API_SECRET', 'PRIVATE_KEY', 'BASE_URL', 'BUYER_EMAIL'].map(
    (name) => `SELCOM_${name}`,
  )
  if (names.every((name) => given(name) === undefined)) return null
  const fitting = (name: string, shape: RegExp, wanted: string): string => {
    const value = given(name)
    if (value === undefined)
      throw new StartRefused(`Selcom needs ${name}. Set it, or nothing that begins with SELCOM.`)
    if (shape.test(value)) return value
    throw new StartRefused(`${name} must be ${wanted}.`)
  }
  const word = (name: string) => fitting(name, /^[\x21-\x7e]+$/, 'one word of plain characters')
  const mail = given('SELCOM_BUYER_EMAIL') ?? `payments@${new URL(baseUrl).hostname}`
  if (!/^[^\s@]+@[^\s@]+$/.test(mail)) throw malformed('SELCOM_BUYER_EMAIL', mail, 'a mail address')
  return {
    baseUrl: keySafeUrl('SELCOM_BASE_URL', given('SELCOM_BASE_URL') ?? 'https://apigw.selcommobile.com/v1'),
    apiKey: word('SELCOM_API_KEY'),
    ...readSelcomSigning(given, () => word('SELCOM_API_SECRET')),
    vendor: word('SELCOM_VENDOR'),
    floatAccount: word('SELCOM_FLOAT_ACCOUNT'),
    floatPin: word('SELCOM_FLOAT_PIN'),
    senderName: fitting('SELCOM_SENDER_NAME', /^[\x20-\x7e]{1,50}$/, '1 to 50 plain characters'),
    senderPhone: fitting('SELCOM_SENDER_PHONE', /^255[67][0-9]{8}$/, 'a phone like 255754000001'),
    buyerEmail: mail,
  }
}
