import type { Malipo, OwnWebhookEndpoint } from '@malipo/sdk'
import { type Command, Option } from 'commander'
import { Trouble } from '../failures.ts'
import { record, tableOrNone } from '../output/tables.ts'
import type { Surroundings } from '../surroundings.ts'
import { eventTypes } from '../trigger/event-names.ts'
import { cursorOption, idempotencyOption, limitOption, pair, said } from './flags.ts'
import { branch, leaf } from './leaf.ts'
import { refuseOther } from './of-environment.ts'
import { type Connected, withConnection } from './with-connection.ts'

type Settings = Pick<
  NonNullable<Parameters<Malipo['webhookEndpoints']['update']>[1]>,
  'events' | 'methods' | 'metadata'
>
type Wish = { url?: string; events?: string; methods?: string; metadata?: Record<string, string> }

export function addWebhookEndpoints(program: Command, surroundings: Surroundings): void {
  const endpoints = branch(program, 'webhook-endpoints', 'where events are delivered').alias('endpoints')
  addAdd(endpoints, surroundings)
  addChange(endpoints, surroundings)
  addReads(endpoints, surroundings)
  addTest(endpoints, surroundings)
  addRotate(endpoints, surroundings)
  addRemove(endpoints, surroundings)
}

/** What is done with an endpoint of the environment that is meant. */
async function callsAbout(id: string, connected: Connected): Promise<Malipo['webhookEndpoints']> {
  const calls = connected.dashboard().webhookEndpoints
  refuseOther(await calls.get(id, { signal: connected.signal }), connected, `${id} is no endpoint`)
  return calls
}

/** In one level, as a record is shown. */
const told = ({ events, methods, metadata, ...rest }: OwnWebhookEndpoint) =>
  record({
    ...rest,
    events: events.join(' '),
    methods: methods.join(' '),
    metadata: Object.entries(metadata)
      .map(([key, value]) => `${key}=${value}`)
      .join(' '),
  })

function withSettings(command: Command): Command {
  return command
    .option('--events <types>', 'only these, with commas between them, like refund.*,collection.success')
    .option('--methods <methods>', 'only of payments and payouts by these, like USSD_PUSH,MOBILE_MONEY')
    .option('--metadata <key=value>', 'only of what has this; as often as you like', pair)
}

/** The service knows what there is, and names it where a word is none. */
function settingsIn({ events, methods, metadata }: Wish): Settings {
  const words = (text: string | undefined) => text?.split(',').map((word) => word.trim())
  return said({ events: words(events), methods: words(methods), metadata }) as Settings
}

function addAdd(endpoints: Command, surroundings: Surroundings): void {
  const command = leaf(endpoints, 'add', {
    summary: 'add an endpoint, whose secret is shown this once',
    description:
      'Of the sandbox, or with --live of live money. Every event is delivered to each endpoint that asks for it.',
    examples: [
      'webhook-endpoints add https://shop.example/malipo-events',
      'webhook-endpoints add https://books.example/refunds --events "refund.*" --metadata shop=Kariakoo',
    ],
    isForPeople: true,
  })
  command.argument('<url>', 'where they are delivered')
  withSettings(command)
    .addOption(idempotencyOption())
    .action(async (url: string, { idempotencyKey, ...wish }: Wish & { idempotencyKey?: string }) => {
      const { dashboard, environment, printer, signal } = await withConnection(command, surroundings)
      const body = { url, environment, ...settingsIn(wish) }
      const made = await dashboard().webhookEndpoints.create(body, { signal, idempotencyKey })
      printer.result(made, told(made))
    })
}

function addChange(endpoints: Command, surroundings: Surroundings): void {
  const command = leaf(endpoints, 'change', {
    summary: 'change what an endpoint is told, or switch it off or on',
    description:
      'What is left out stays; lists and pairs are replaced. --on also works after it failed or was gone.',
    examples: [
      'webhook-endpoints change 01a1ddaa-0000-7000-8000-000000000000 --off',
      'webhook-endpoints change 01a1ddaa-0000-7000-8000-000000000000 --events "*"',
    ],
    isForPeople: true,
  })
  command.argument('<id>', 'of the endpoint').option('--url <url>', 'where they are delivered')
  withSettings(command)
    .addOption(new Option('--on', 'deliver there again').conflicts('off'))
    .option('--off', 'deliver nothing there; what it was still owed is given up')
    .action(async (id: string, { url, on, off, ...wish }: Wish & { on?: true; off?: true }) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const isEnabled = on ?? (off && false)
      const body = { ...settingsIn(wish), ...said({ url, is_enabled: isEnabled }) }
      const changed = await (await callsAbout(id, connected)).update(id, body, { signal })
      printer.result(changed, told(changed))
    })
}

function addReads(endpoints: Command, surroundings: Surroundings): void {
  const get = leaf(endpoints, 'get', {
    summary: 'show one endpoint',
    examples: ['webhook-endpoints get 01a1ddaa-0000-7000-8000-000000000000'],
    isForPeople: true,
  })
  get.argument('<id>', 'of the endpoint').action(async (id: string) => {
    const { dashboard, printer, signal } = await withConnection(get, surroundings)
    const found = await dashboard().webhookEndpoints.get(id, { signal })
    printer.result(found, told(found))
  })

  const list = leaf(endpoints, 'list', {
    summary: 'list the endpoints of the sandbox; with --live those of live money',
    examples: ['webhook-endpoints list', 'webhook-endpoints list --live'],
    isForPeople: true,
  })
  list
    .addOption(limitOption())
    .addOption(cursorOption())
    .action(async ({ limit, cursor }) => {
      const { dashboard, environment, printer, signal } = await withConnection(list, surroundings)
      const query = { environment, page_size: limit, ...said({ cursor }) }
      const page = await dashboard().webhookEndpoints.list(query, { signal })
      const rows = page.items.map((one) => [one.id, one.status, one.events.join(' '), one.url])
      printer.result(page, tableOrNone(['id', 'status', 'events', 'url'], rows))
    })
}

function addTest(endpoints: Command, surroundings: Surroundings): void {
  const command = leaf(endpoints, 'test', {
    summary: 'send an endpoint a signed event, and see what comes back',
    description: 'Once, right now, and kept nowhere. Exits with 1 if it was not accepted.',
    examples: ['webhook-endpoints test 01a1ddaa-0000-7000-8000-000000000000 --type refund.success'],
    isForPeople: true,
  })
  command
    .argument('<id>', 'of the endpoint')
    .addOption(new Option('--type <type>', 'a made-up event of this type').choices(eventTypes))
    .action(async (id: string, { type }: { type?: (typeof eventTypes)[number] }) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const tried = await (await callsAbout(id, connected)).test(id, said({ type }), { signal })
      printer.result(tried, record({ delivered: tried.delivered, ...tried.attempt }))
      if (!tried.delivered) throw new Trouble('It was not accepted.')
    })
}

function addRotate(endpoints: Command, surroundings: Surroundings): void {
  const command = leaf(endpoints, 'rotate-secret', {
    summary: 'replace the secret of an endpoint by a new one, which is shown this once',
    description: 'The old one signs beside it for 24 hours.',
    examples: ['webhook-endpoints rotate-secret 01a1ddaa-0000-7000-8000-000000000000'],
    isForPeople: true,
  })
  command
    .argument('<id>', 'of the endpoint')
    .addOption(idempotencyOption())
    .action(async (id: string, { idempotencyKey }: { idempotencyKey?: string }) => {
      const connected = await withConnection(command, surroundings)
      const { printer, signal } = connected
      const rotated = await (await callsAbout(id, connected)).rotateSecret(id, { signal, idempotencyKey })
      printer.result(rotated, told(rotated))
    })
}

function addRemove(endpoints: Command, surroundings: Surroundings): void {
  const command = leaf(endpoints, 'remove', {
    summary: 'take an endpoint away',
    description: 'What it was still owed is given up.',
    examples: ['webhook-endpoints remove 01a1ddaa-0000-7000-8000-000000000000'],
    isForPeople: true,
  })
  command.argument('<id>', 'of the endpoint').action(async (id: string) => {
    const connected = await withConnection(command, surroundings)
    const { printer, signal } = connected
    const gone = await (await callsAbout(id, connected)).remove(id, { signal })
    printer.result(gone, `${id} is removed.`)
  })
}
