import { parseArgs } from 'node:util'
import { type Role, roles } from '@malipo/contract'
import { archiveCommands } from './archives/archives.ts'
import { backupCommands, backupSymptoms } from './backups/backups.ts'
import { type Config, readConfig } from './config.ts'
import { openInstallation } from './installation.ts'
import {
  type Command,
  checkBooks,
  examine,
  fiscalCommands,
  flag,
  listProviders,
  Misuse,
  makeAdmin,
  makeMember,
  makeMerchant,
  needed,
  type Options,
  type Result,
  rotateSecret,
  spreadCommand,
  tellProviders,
  tellTrial,
  text,
  tryProvider,
} from './operator/operator.ts'
import { isId } from './primitives/id.ts'
import { minorFromText } from './primitives/money.ts'
import { StartRefused } from './primitives/start-refused.ts'

const person = { email: text, password: text, 'take-over': flag }

const commands: Record<string, Command> = {
  'admin create': {
    usage: '--email E --password P [--take-over]',
    purpose: 'make a Super Admin',
    options: person,
    async run({ world }, options) {
      const wish = personFrom(options)
      return { shown: await world.sql.begin((tx) => makeAdmin(tx, world, wish)) }
    },
  },
  'merchant create': {
    usage:
      '--name N --email E --password P [--verified] [--balance 100000.00] [--sandbox-balance 100000.00] [--i-mean-it] [--take-over]',
    purpose: 'open a merchant with its owner and keys; a known e-mail gets one more merchant',
    options: {
      ...person,
      name: text,
      verified: flag,
      balance: text,
      'sandbox-balance': text,
      'i-mean-it': flag,
    },
    async run({ world }, options, config) {
      const wish = {
        name: needed(options, 'name'),
        ...personFrom(options),
        isVerified: options.verified === true,
        balance: amount(options, 'balance'),
        sandboxBalance: amount(options, 'sandbox-balance'),
      }
      refuseMoneyFromNowhere(config, options)
      return { shown: await world.sql.begin((tx) => makeMerchant(tx, world, wish)) }
    },
  },
  'member create': {
    usage: '--merchant-id M --email E --password P --role R [--take-over]',
    purpose: `add a person to a merchant (${roles.join(', ')})`,
    options: { ...person, 'merchant-id': text, role: text },
    async run({ world }, options) {
      const merchantId = needed(options, 'merchant-id').toLowerCase()
      if (!isId(merchantId)) throw new Misuse('--merchant-id must be a UUID.')
      const role = needed(options, 'role')
      if (!roles.includes(role as Role)) throw new Misuse(`--role must be one of ${roles.join(', ')}.`)
      const wish = { merchantId, ...personFrom(options), role: role as Role }
      return { shown: await world.sql.begin((tx) => makeMember(tx, world, wish)) }
    },
  },
  'check-books': {
    usage: '',
    purpose: 'check everything that must always hold; exit 0 only if it does',
    options: {},
    async run({ world }) {
      const findings = await checkBooks(world)
      const lines = findings.map(
        ({ check, holds, details }) =>
          `${holds ? 'holds ' : 'BROKEN'}  ${check}${details ? `: ${details}` : ''}`,
      )
      const failed = findings.some(({ holds }) => !holds)
      return { shown: { holds: !failed, checks: findings }, text: lines.join('\n'), failed }
    },
  },
  'secret rotate': {
    usage: '',
    purpose:
      'change to MALIPO_SECRET from MALIPO_SECRET_PREVIOUS and seal everything anew; run it again if it was interrupted',
    options: {},
    async run({ world }, _options, { secret, previousSecret: previous }) {
      if (secret === undefined) throw new StartRefused('Set MALIPO_SECRET to the new secret.')
      const { changed, resealed, closed, left } = await rotateSecret(world, { secret, previous })
      const shown = { changed, ...resealed, closed, left }
      return { shown, failed: left > 0 }
    },
  },
  'provider list': {
    usage: '',
    purpose: 'who could carry live payments, and who does',
    options: {},
    async run({ world }, _options, config) {
      const providers = await listProviders(config, world)
      return { shown: { providers }, text: tellProviders(providers) }
    },
  },
  'provider try': {
    usage: '<name>',
    purpose:
      'ask a provider something harmless, signed, and show all of it with secrets masked; exit 0 only if it knows us',
    options: {},
    takes: 'name',
    async run({ world }, options, config) {
      const trial = await tryProvider(config, world, needed(options, 'name'))
      return { shown: trial, text: tellTrial(trial), failed: trial.verdict !== 'ok' }
    },
  },
  doctor: {
    usage: '',
    purpose: 'look at what operators trip over',
    options: {},
    async run({ world, describe }, _options, config) {
      const symptoms = [...(await examine(config, world, describe)), ...(await backupSymptoms(config, world))]
      const lines = symptoms.map(({ check, state, details }) => `${state.padEnd(8)} ${check}: ${details}`)
      const failed = symptoms.some(({ state }) => state === 'failure')
      return { shown: { healthy: !failed, checks: symptoms }, text: lines.join('\n'), failed }
    },
  },
  spread: spreadCommand,
  ...fiscalCommands,
  ...backupCommands,
  ...archiveCommands,
}

process.exitCode = await main(process.argv.slice(2))

async function main(words: string[]): Promise<number> {
  if (words.includes('--help')) {
    console.log(manual(words))
    return 0
  }
  try {
    const { command, options } = read(words)
    const config = readConfig(process.env)
    const { shown, text: lines, failed } = await carryOut(command, options, config)
    console.log(options.json ? JSON.stringify(shown) : (lines ?? listed(shown)))
    return failed ? 1 : 0
  } catch (error) {
    if (error instanceof Misuse) return complain(error.message, 2)
    if (error instanceof StartRefused) return complain(error.message, 1)
    throw error
  }
}

async function carryOut(command: Command, options: Options, config: Config): Promise<Result> {
  if ('runAlone' in command) return await command.runAlone(options, config)
  const installation = await openInstallation(config, {
    applicationName: 'malipo-operator',
    log: () => {},
    // Checking the books of years takes as long as it takes.
    statementTimeoutMs: 0,
  })
  try {
    return await command.run(installation, options, config)
  } finally {
    await installation.close()
  }
}

function read(words: string[]): { command: Command; options: Options } {
  const name = nameIn(words)
  const command = commands[name]
  if (!command) throw new Misuse(`Unknown command. Use one of:\n${manual(words)}`)
  try {
    const { takes } = command
    const { values, positionals } = parseArgs({
      args: words.slice(name.split(' ').length),
      options: { ...command.options, json: flag },
      strict: true,
      allowPositionals: takes !== undefined,
    })
    if (takes === undefined) return { command, options: values as Options }
    if (positionals.length !== 1) throw new Error(`One ${takes} is needed.`)
    return { command, options: { ...values, [takes]: positionals[0] } as Options }
  } catch (error) {
    throw new Misuse(`${(error as Error).message}\nUse: malipo ${name} ${command.usage} [--json]`)
  }
}

function nameIn(words: string[]): string {
  const two = words.slice(0, 2).join(' ')
  return two in commands ? two : (words[0] ?? '')
}

/** How to use what was named: a command, all that begin with a word, or everything. */
function manual(words: string[]): string {
  const named = nameIn(words)
  const all = Object.entries(commands)
  const meant = all.filter(([name]) => name === named || name.startsWith(`${named} `))
  return (meant.length > 0 ? meant : all)
    .map(([name, { usage, purpose }]) => `  malipo ${`${name} ${usage}`.trim()} [--json]\n      ${purpose}`)
    .join('\n')
}

function personFrom(options: Options) {
  return { email: email(options), password: password(options), takesOver: options['take-over'] === true }
}

function email(options: Options): string {
  const value = needed(options, 'email')
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
    throw new Misuse(`--email ${value} is not an e-mail address.`)
  return value
}

function password(options: Options): string | undefined {
  const value = options.password
  if (value === undefined) return undefined
  if (typeof value === 'string' && value.length >= 8 && value.length <= 128) return value
  throw new Misuse('--password must have 8 to 128 characters.')
}

function amount(options: Options, name: string): bigint | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  // Leading zeroes are fine for callers of the interface, so they are fine here.
  const minor = minorFromText(String(value).replace(/^0+(?=[0-9])/, ''))
  if (minor !== null && minor > 0n) return minor
  throw new Misuse(
    `--${name} must be greater than 0, with at most 13 digits before and 2 after the point, like 100000.00.`,
  )
}

/** Nobody paid in what an operator puts into a live balance, and a merchant could have it paid out. */
function refuseMoneyFromNowhere(config: Config, options: Options): void {
  if (config.mode !== 'production' || options.balance === undefined || options['i-mean-it'] === true) return
  throw new StartRefused(
    '--balance makes live money in production. Add --i-mean-it if that is what you want.',
  )
}

function listed(shown: Record<string, unknown>): string {
  const width = Math.max(...Object.keys(shown).map((name) => name.length))
  return Object.entries(shown)
    .map(([name, value]) => `${name.padEnd(width)}  ${value}`)
    .join('\n')
}

function complain(message: string, exitCode: number): number {
  console.error(message)
  return exitCode
}
