import { type Import, importsOf } from './imports.ts'
import { isTest, type Rule } from './source-files.ts'

// Business stands on machinery, machinery on the ground; the roof may see everything.
export const storeys = {
  roof: ['operator', 'backups', 'archives'],
  business: [
    'collections',
    'figures',
    'search',
    'withdrawals',
    'names',
    'batches',
    'recipients',
    'refunds',
    'networks',
    'payment-links',
    'invoices',
    'credit-notes',
    'checkout',
    'dues',
    'control-numbers',
    'bills',
    'discrepancies',
    'clearance',
    'float-top-ups',
    'books',
    'reconciliation',
    'routing',
    'risk',
    'merchants',
    'documents',
    'admin',
    'sandbox',
    'handsets',
    'people',
    'api-keys',
    'customers',
    'notifications',
    'callbacks',
    'events',
    'webhook-config',
    'webhook-endpoints',
    'webhook-deliveries',
    'requests',
    'timelines',
    'statements',
    'fiscal',
    'privacy',
  ],
  machinery: [
    'ledger',
    'pricing',
    'providers',
    'gateways',
    'evidence',
    'quarantine',
    'webhooks',
    'courier',
    'jobs',
    'auth',
    'http',
    'audit',
    'mail',
    'sms',
    'alerts',
    'telemetry',
    'tracing',
    'supervisor',
    'platform',
    'docs',
    'dashboard',
    'pages',
    'paper',
    'tallies',
    'weather',
    'metadata',
    'retention',
    'authorities',
  ],
  ground: ['world', 'database', 'primitives'],
} satisfies Record<string, string[]>

type Storey = keyof typeof storeys

/** Rooms that a whole storey may import, besides its own room and `@malipo/contract`. */
const storeyMayImport: Record<Storey, string[]> = {
  roof: [...storeys.roof, ...storeys.business, ...storeys.machinery, ...storeys.ground],
  business: ['merchants', ...storeys.machinery, ...storeys.ground],
  machinery: storeys.ground,
  ground: [],
}

/** Rooms that a single room may import besides. */
const roomMayImport: Record<string, string[]> = {
  checkout: ['collections', 'fiscal', 'payment-links', 'invoices', 'risk'],
  'payment-links': ['collections'],
  collections: ['dues', 'discrepancies', 'figures', 'names', 'fiscal', 'risk'],
  dues: ['discrepancies', 'invoices', 'control-numbers'],
  'control-numbers': ['invoices'],
  bills: ['control-numbers', 'collections', 'invoices', 'refunds', 'discrepancies'],
  'credit-notes': ['dues', 'invoices'],
  search: ['collections', 'withdrawals'],
  clearance: ['collections', 'refunds'],
  refunds: ['collections', 'withdrawals', 'discrepancies', 'invoices', 'risk'],
  networks: ['withdrawals'],
  handsets: ['collections'],
  callbacks: ['discrepancies'],
  reconciliation: ['collections', 'withdrawals', 'discrepancies'],
  batches: ['withdrawals', 'names', 'notifications', 'recipients', 'risk'],
  fiscal: ['notifications'],
  withdrawals: [
    ...['fiscal', 'names', 'recipients', 'notifications', 'discrepancies', 'figures', 'credit-notes'],
    'risk',
  ],
  recipients: ['names', 'notifications'],
  risk: ['recipients'],
  timelines: ['collections', 'withdrawals'],
  privacy: ['recipients'],
  'api-keys': ['notifications'],
  'webhook-config': ['notifications'],
  'webhook-endpoints': ['webhook-config'],
  admin: storeys.business,
  webhooks: ['jobs', 'courier'],
  evidence: ['jobs', 'providers'],
  providers: ['jobs', 'retention'],
  gateways: ['jobs', 'providers'],
  weather: ['jobs', 'providers'],
  quarantine: ['http', 'jobs', 'ledger'],
  books: ['figures', 'statements'],
  statements: ['figures'],
  alerts: ['http', 'jobs', 'mail'],
  metadata: ['audit', 'http'],
  http: ['auth', 'retention', 'tallies', 'telemetry'],
  supervisor: ['telemetry'],
  tracing: ['telemetry'],
  platform: ['http', 'pages', 'telemetry'],
  docs: ['pages'],
  dashboard: ['pages'],
  world: ['database', 'primitives'],
  database: ['primitives'],
}

const source = 'server/src/'

/** The room of a file of the server; a file directly in server/src belongs to none and stands on the roof. */
export function roomOf(path: string): string | undefined {
  const [first, second] = path.startsWith(source) ? path.slice(source.length).split('/') : []
  return second === undefined ? undefined : first
}

function storeyOf(room: string | undefined): Storey | undefined {
  if (room === undefined) return 'roof'
  const found = Object.entries(storeys).find(([, rooms]) => rooms.includes(room))
  return found?.[0] as Storey | undefined
}

export const storeysRule: Rule = {
  name: 'storeys',
  promise: 'rooms import downwards only',
  check: (files) => {
    const guarded = files.filter(({ path }) => !isTest(path))
    const rooms = new Set(guarded.map(({ path }) => roomOf(path)))
    const unknownRooms = [...rooms]
      .filter((room) => storeyOf(room) === undefined)
      .map((room) => ({
        path: `${source}${room}`,
        message: `the room ${room} has no storey; give it one in server/test/tidy/storeys.ts`,
      }))
    const wrongImports = guarded.flatMap(importsOf).flatMap((one) => {
      const message = judge(one)
      return message === undefined ? [] : [{ path: one.from, line: one.line, message }]
    })
    return [...unknownRooms, ...wrongImports]
  },
}

function judge({ from, target, specifier }: Import): string | undefined {
  // What lies outside the server is for the table of workspaces to judge.
  if (!from.startsWith(source) || !target?.startsWith('server/') || target.endsWith('.json')) return undefined
  if (isTest(target)) return `what ships does not import a test: ${specifier}`
  return mayImport(roomOf(from), roomOf(target))
}

function mayImport(room: string | undefined, other: string | undefined): string | undefined {
  const storey = storeyOf(room)
  const otherStorey = storeyOf(other)
  // A room without a storey is reported once, by itself.
  if (room === other || storey === 'roof' || storey === undefined || otherStorey === undefined)
    return undefined
  const allowed = [...storeyMayImport[storey], ...(roomMayImport[room ?? ''] ?? [])]
  if (other !== undefined && allowed.includes(other)) return undefined
  return `${room} (${storey}) may not import ${other ?? 'the roof'} (${otherStorey})`
}
