import type { ApiKey, Malipo } from '@malipo/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import type { Printer } from '../output/printer.ts'
import { record, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { amountText, cursorOption, idempotencyOption, limitOption, said, wholeNumber } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { refuseOther } from './of-environment.ts'
import { type Connected, withConnection } from './with-connection.ts'

type Scope = ApiKey['scopes'][number]
type Limits = { name?: string; scopes?: Scope[]; expires?: string; from?: string[] }
type Wish = Limits & { each?: string; daily?: string; idempotencyKey?: string }

/** As the interface has them; a test holds it against that. */
export const scopes: readonly Scope[] = [
  'collections:read',
  'collections:write',
  'disbursements:read',
  'disbursements:write',
  'refunds:read',
  'refunds:write',
  'payment_links:read',
  'payment_links:write',
  'invoices:read',
  'invoices:write',
  'transactions:read',
  'balance:read',
  'events:read',
]

export function addApiKeys(program: Command, surroundings: Surroundings): void {
  const keys = branch(program, 'api-keys', 'what your programs ask with').alias('keys')
  addCurrent(keys, surroundings)
  addCreate(keys, surroundings)
  addChange(keys, surroundings)
  addList(keys, surroundings)
  addEnds(keys, surroundings)
}

function addCurrent(keys: Command, surroundings: Surroundings): void {
  const current = leaf(keys, 'current', {
    summary: 'show for whom a key acts, with which scopes and caps',
    description: 'Of the key of your login, or of the one that you give; else of yourself.',
    examples: ['api-keys current', 'api-keys current --api-key mlp_sandbox_…'],
  })
  current.action(async () => {
    const { malipo, printer, signal } = await withConnection(current, surroundings)
    const caller = await malipo.apiKeys.current({ signal })
    const { api_key: key, ...rest } = caller
    printer.result(caller, record({ ...rest, ...(key && { ...key, scopes: key.scopes.join(' ') }) }))
  })
}

/** Scopes with commas between them, each one that exists. */
function scopesIn(text: string): Scope[] {
  return text.split(',').map((word) => {
    const known = scopes.find((scope) => scope === word.trim())
    if (known === undefined) throw new InvalidArgumentError(`There are: ${scopes.join(', ')}.`)
    return known
  })
}

const several = (text: string, before: string[] = []) => [...before, text]

function withLimits(command: Command): Command {
  return command
    .option('--name <name>', 'what it is called')
    .option('--scopes <scopes>', 'only these, with commas between them', scopesIn)
    .option('--expires <instant>', 'until when it works, like 2026-12-31T20:59:59Z')
    .option('--from <address>', 'where it may be used from, like 41.59.0.0/16; as often as you like', several)
}

const limitsOf = ({ name, scopes: only, expires, from }: Limits) =>
  said({ name, scopes: only, expires_at: expires, allowed_ips: from })

function addCreate(keys: Command, surroundings: Surroundings): void {
  const command = leaf(keys, 'create', {
    summary: 'make a key, which is shown this once',
    description:
      'Of the sandbox, or with --live of live money. It may do everything unless told otherwise: give --scopes, and caps where it pays out.',
    examples: [
      'api-keys create --name "The shop" --scopes collections:write,events:read',
      'api-keys create --live --name Salaries --scopes disbursements:write --each 500000 --daily 2000000 --from 41.59.1.2',
    ],
    isForPeople: true,
  })
  withLimits(command)
    .option('--each <amount>', 'the most that one payout may be', amountText)
    .option('--daily <amount>', 'the most that all payouts of a day may be', amountText)
    .addOption(idempotencyOption())
    .action(async ({ each, daily, idempotencyKey, ...limits }: Wish) => {
      const { dashboard, environment, printer, signal } = await withConnection(command, surroundings)
      const caps = said({ each, daily })
      const body = {
        environment,
        ...limitsOf(limits),
        ...(Object.keys(caps).length > 0 && { payout_caps: caps }),
      }
      const made = await dashboard().apiKeys.create(body, { signal, idempotencyKey })
      tellFresh(made, printer)
    })
}

type Fresh = Awaited<ReturnType<Malipo['apiKeys']['create']>>

function tellFresh(made: Fresh, printer: Printer): void {
  const { api_key: whole, ...key } = made
  if (!printer.json) printer.note('Keep the key where your program reads it. It is not shown again.')
  printer.result(made, `${whole}\n\n${record({ ...key, scopes: key.scopes.join(' ') })}`)
}

/** What only people may do with a key of the environment that they mean. */
async function callsAbout(id: string, connected: Connected): Promise<Malipo['apiKeys']> {
  const { dashboard, environment, signal } = connected
  const calls = dashboard().apiKeys
  let found: ApiKey | undefined
  for await (const key of calls.list({ environment, page_size: 100 }, { signal }))
    if (key.id === id) {
      found = key
      break
    }
  refuseOther(found, connected, `${id} is no key`)
  return calls
}

function addChange(keys: Command, surroundings: Surroundings): void {
  const command = leaf(keys, 'change', {
    summary: 'change where a key works, or narrow it',
    description: 'Scopes may only be fewer and the end only earlier: for more, make a new key.',
    examples: ['api-keys change 01a1ddaa-0000-7000-8000-000000000000 --from 41.59.1.2 --from 41.59.2.0/24'],
    isForPeople: true,
  })
  command.argument('<id>', 'of the key')
  withLimits(command)
    .option('--from-anywhere', 'it may be used from any address')
    .action(async (id: string, { fromAnywhere, ...limits }: Limits & { fromAnywhere?: true }) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const body = { ...limitsOf(limits), ...(fromAnywhere && { allowed_ips: [] }) }
      const changed = await (await callsAbout(id, connected)).update(id, body, { signal })
      printer.result(changed, record({ ...changed, scopes: changed.scopes.join(' ') }))
    })
}

function addList(keys: Command, surroundings: Surroundings): void {
  const list = leaf(keys, 'list', {
    summary: 'list the keys of the sandbox, newest first; with --live those of live money',
    examples: ['api-keys list', 'api-keys list --live'],
    isForPeople: true,
  })
  list
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, cursor }) => {
      const { dashboard, environment, printer, signal } = await withConnection(list, surroundings)
      const query = { environment, page_size: limit, ...said({ cursor }) }
      const page = await dashboard().apiKeys.list(query, { signal })
      const rows = page.items.map((one) => [
        one.id,
        `…${one.last_four}`,
        stateOf(one, printer),
        one.last_used_at ?? 'never used',
        one.name,
      ])
      printer.result(page, tableOrNone(['id', 'ends in', 'state', 'last used', 'name'], rows))
    })
}

function stateOf({ revoked_at, expires_at }: ApiKey, { paint }: Printer): string {
  if (revoked_at !== null) return paint.red('revoked')
  return expires_at === null ? 'works' : `until ${expires_at}`
}

function addEnds(keys: Command, surroundings: Surroundings): void {
  const rotate = leaf(keys, 'rotate', {
    summary: 'replace a key by a new one, which is shown this once',
    description:
      'The new one has the same scopes, caps and addresses. The old one ends at once, or after --overlap.',
    examples: ['api-keys rotate 01a1ddaa-0000-7000-8000-000000000000 --overlap 3600'],
    isForPeople: true,
  })
  rotate
    .argument('<id>', 'of the key')
    .option('--overlap <seconds>', 'how long the old one still works', wholeNumber(0, 604_800))
    .addOption(idempotencyOption())
    .action(
      async (id: string, { overlap, idempotencyKey }: { overlap?: number; idempotencyKey?: string }) => {
        const connected = await withConnection(rotate, surroundings)
        const { printer, signal } = connected
        const body = said({ overlap_seconds: overlap })
        const calls = await callsAbout(id, connected)
        tellFresh(await calls.rotate(id, body, { signal, idempotencyKey }), printer)
      },
    )

  const revoke = leaf(keys, 'revoke', {
    summary: 'end a key at once',
    examples: ['api-keys revoke 01a1ddaa-0000-7000-8000-000000000000'],
    isForPeople: true,
  })
  revoke.argument('<id>', 'of the key').action(async (id: string) => {
    const connected = await withConnection(revoke, surroundings)
    const { printer, signal } = connected
    const ended = await (await callsAbout(id, connected)).revoke(id, { signal })
    printer.result(ended, `${ended.name} (…${ended.last_four}) is revoked.`)
  })
}
