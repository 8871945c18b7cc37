import { file, type Innocent, type Plant } from './plants.ts'

const wrongWorkspaces: [title: string, path: string, line: string][] = [
  [
    'the server imports another workspace',
    'server/src/sandbox/out.ts',
    "import { run } from '@malipo/bench'",
  ],
  [
    'the server imports its client',
    'server/src/customers/out.ts',
    "import type { Client } from '@malipo/sdk'",
  ],
  [
    'the server reaches around the name of the contract',
    'server/src/api-keys/out.ts',
    "import '../../../contract/src/refusals.ts'",
  ],
  [
    'the server reaches past the door of the contract',
    'server/src/audit/out.ts',
    "import '@malipo/contract/src/refusals.ts'",
  ],
  ['the server reaches out of every workspace', 'server/src/jobs/out.ts', "import '../../../tools/run.ts'"],
  ['the contract imports the server', 'contract/src/leak.ts', "import '../../server/src/primitives/id.ts'"],
  [
    'the contract imports a type by name',
    'contract/src/type.ts',
    "import type { Row } from '@malipo/server'",
  ],
  [
    'the client imports the server, for a type',
    'sdk/src/leak.ts',
    "import type { Row } from '@malipo/server'",
  ],
  [
    'the dashboard imports the database',
    'dashboard/src/leak.ts',
    "import '../../server/src/database/database.ts'",
  ],
  [
    'the dashboard imports what the contract runs on',
    'dashboard/src/heavy.tsx',
    "import type { Page } from './page.ts'; import { operations } from '@malipo/contract'",
  ],
  [
    'the command imports a type among values',
    'cli/src/heavy.ts',
    "import { type Event } from '@malipo/contract'",
  ],
]

// A word may be foreign as the name of a file, of a folder, or of what a file exports.
const foreignWords: Plant[] = [
  ['the contract names a table', 'contract/src/merchants-table.ts', 'export {}', ''],
  ['the contract exports the database', 'contract/src/n1.ts', '\nexport type DatabaseRow = 1', ':2'],
  ['the client names SQL', 'sdk/src/sql/n2.ts', 'export {}', '/sql'],
  ['the client exports a column', 'sdk/src/n3.ts', 'export const merchant_columns = 1', ':1'],
  ['the command knows a migration', 'cli/src/n4.ts', 'export async function runMigrations() {}', ':1'],
  ['the dashboard knows PostgreSQL', 'dashboard/src/n5.tsx', 'export class Postgres {}', ':1'],
  ['the server has a widget', 'server/src/checkout/pay-widget.ts', 'export {}', ''],
  ['the server exports a component', 'server/src/checkout/n6.ts', 'export interface PayComponent {}', ':1'],
].map(([title = '', path = '', line = '', at = '']) => ({
  title,
  rule: 'names',
  files: [file(path, line)],
  found: [at.startsWith('/') ? path.slice(0, path.indexOf(at) + at.length) : `${path}${at}`],
}))

export const plantsInWorkspaces: Plant[] = [
  ...wrongWorkspaces.map(([title, path, line]) => ({
    title,
    rule: 'workspaces',
    files: [file(path, line)],
    found: [`${path}:1`],
  })),
  {
    title: 'a workspace that the table does not know, told once',
    rule: 'workspaces',
    files: [file('portal/src/one.ts', 'export {}'), file('portal/package.json', '{}')],
    found: ['portal'],
  },
  {
    title: 'a workspace that nobody type-checks, and one that is checked by rules of its own',
    rule: 'workspaces',
    files: [
      file('cli/package.json', '{}'),
      file('dashboard/package.json', '{}'),
      file('dashboard/tsconfig.json', '{ "compilerOptions": { "strict": false } }'),
    ],
    found: ['cli/tsconfig.json', 'dashboard/tsconfig.json'],
  },
  ...foreignWords,
]

export const innocentWorkspaces: Innocent[] = [
  {
    title: 'the imports that the table of workspaces allows',
    files: [
      file('sdk/src/client.ts', "import { refusals } from '@malipo/contract'", "import './request.ts'"),
      file('sdk/src/client.test.ts', "import '../../server/test/service.ts'"),
      file('sdk/test/story.ts', "import '../../server/src/app.ts'"),
      file(
        'cli/src/listen.ts',
        "import { open } from '@malipo/sdk'",
        "import type { Event } from '@malipo/contract'",
      ),
      file(
        'dashboard/src/pages/home.tsx',
        "import type {\n  Balance,\n  Merchant,\n} from '@malipo/contract'",
        "export type { Person } from '@malipo/contract'",
        "import { open } from '@malipo/sdk'",
        "import '../../package.json' with { type: 'json' }",
      ),
      file(
        'bench/src/bench-books.ts',
        "import '../../server/src/ledger/post.ts'",
        "import '@malipo/contract'",
      ),
      file('bench/package.json', '{}'),
      file('bench/tsconfig.json', '{', '  "extends": "../tsconfig.base.json"', '}'),
      file('tools/p/package.json', '{}'),
    ],
  },
  {
    title: 'words that are at home where they stand, and words that only contain another',
    files: [
      file('server/src/database/migration-files.ts', 'export const databaseTables = 1'),
      file('server/src/collections/screening.ts', 'export type Screening = 1', 'const widget = 1'),
      file('server/test/open-browser.ts', 'export type Browser = 1'),
      file('dashboard/src/parts/merchants-table.tsx', 'export function MerchantsTable() {}'),
      file('dashboard/src/screen.ts', 'export const viewport = 1'),
      file('contract/src/tabled.ts', 'export type Stable = 1', '// export const database = 1'),
      file('contract/src/rows.test.ts', 'export const database = 1'),
      file('bench/src/sql.ts', 'export const database = 1'),
    ],
  },
]
