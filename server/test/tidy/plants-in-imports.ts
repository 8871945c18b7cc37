import { file, type Innocent, type Plant } from './plants.ts'

const inServer = (path: string, ...lines: string[]) => file(`server/src/${path}`, ...lines)

const wrongStoreys: [title: string, path: string, line: string][] = [
  ['machinery imports business', 'ledger/up.ts', "import { findMerchant } from '../merchants/merchants.ts'"],
  ['ground imports machinery, for a type', 'database/up.ts', "import type { Job } from '../jobs/jobs.ts'"],
  ['business imports the roof', 'invoices/up.ts', "import { config } from '../config.ts'"],
  ['business imports a room of the roof', 'people/up.ts', "import { run } from '../operator/operator.ts'"],
  [
    'business imports its neighbour',
    'withdrawals/aside.ts',
    "import { move } from '../collections/collections.ts'",
  ],
  ['machinery imports its neighbour', 'jobs/aside.ts', "export { announce } from '../webhooks/webhooks.ts'"],
  ['primitives import the database', 'primitives/up.ts', "import { sql } from '../database/database.ts'"],
  ['an import waits for its moment', 'mail/up.ts', "const late = await import('../admin/admin.ts')"],
  ['a type is fetched in place', 'audit/up.ts', "type Person = import('../people/people.ts').Person"],
  [
    'an import runs over several lines',
    'pricing/up.ts',
    "import {a} /* of */ from // the\n  '../invoices/invoices.ts'",
  ],
  ['what ships imports a test', 'http/out.ts', "import { plant } from './http.test.ts'"],
  ['what ships imports a tool of the tests', 'auth/out.ts', "import { start } from '../../test/start.ts'"],
]

const wrongDoors: [title: string, path: string, line: string][] = [
  [
    'business goes past the door of machinery',
    'collections/past.ts',
    "import { post } from '../ledger/post.ts'",
  ],
  ['the roof goes past a door', 'past.ts', "import { findMerchant } from './merchants/find-merchant.ts'"],
  [
    'an adapter is entered past its door',
    'sandbox/past.ts',
    "import { codes } from '../providers/simulated/codes.ts'",
  ],
  [
    'its own room enters an adapter past its door',
    'providers/past.ts',
    "import { codes } from './simulated/codes.ts'",
  ],
  [
    'an adapter enters another past its door',
    'providers/one/past.ts',
    "import { sign } from '../two/sign.ts'",
  ],
]

const cycles: Plant[] = [
  {
    title: 'two files import each other',
    rule: 'cycles',
    files: [
      inServer('webhooks/egg.ts', "import { hen } from './hen.ts'"),
      inServer('webhooks/hen.ts', "import { egg } from './egg.ts'"),
    ],
    found: ['server/src/webhooks/egg.ts'],
  },
  {
    title: 'two files import each other, once for a type',
    rule: 'cycles',
    files: [
      inServer('customers/egg.ts', "import type { Hen } from './hen.ts'"),
      inServer('customers/hen.ts', "import { egg } from './egg.ts'"),
    ],
    found: ['server/src/customers/egg.ts'],
  },
  {
    title: 'a re-export, a late import and a type make one knot of three files, told once',
    rule: 'cycles',
    files: [
      file('server/test/knot/a.ts', "export * from './b.ts'", "import './a-leaf.ts'"),
      file('server/test/knot/b.ts', 'const c = await import(`./c.ts`)', "import './a.ts'"),
      file('server/test/knot/c.ts', "import type { A } from './a.ts'"),
      file('server/test/knot/a-leaf.ts', 'export const leaf = 1'),
    ],
    found: ['server/test/knot/a.ts'],
  },
  {
    title: 'a file imports itself',
    rule: 'cycles',
    files: [inServer('checkout/mirror.ts', '', "import { mirror } from './mirror.ts'")],
    found: ['server/src/checkout/mirror.ts'],
  },
]

export const plantsInImports: Plant[] = [
  ...wrongStoreys.map(([title, path, line]) => ({
    title,
    rule: 'storeys',
    files: [inServer(path, line)],
    found: [`server/src/${path}:${line.split('\n').length}`],
  })),
  {
    title: 'a room has no storey, told once',
    rule: 'storeys',
    files: [
      inServer('warehouse/warehouse.ts', 'export const stock = 1'),
      inServer('warehouse/count.ts', 'export {}'),
    ],
    found: ['server/src/warehouse'],
  },
  ...wrongDoors.map(([title, path, line]) => ({
    title,
    rule: 'doors',
    files: [inServer(path, line)],
    found: [`server/src/${path}:1`],
  })),
  ...cycles,
]

export const innocentImports: Innocent[] = [
  {
    title: 'the imports that the storeys allow',
    files: [
      inServer(
        'app.ts',
        "import './collections/collections.ts'",
        "import './operator/operator.ts'",
        "import './config.ts'",
      ),
      inServer('operator/operator.ts', "import '../config.ts'", "import '../admin/admin.ts'"),
      inServer('config.ts', "import './primitives/money.ts'", "import { readFile } from 'node:fs/promises'"),
      inServer('admin/admin.ts', "import '../people/people.ts'", "import '../checkout/checkout.ts'"),
      inServer('checkout/checkout.ts', "import '../collections/collections.ts'", "import '../http/http.ts'"),
      inServer('collections/pays.ts', "import '../dues/dues.ts'; import '../discrepancies/discrepancies.ts'"),
      inServer('clearance/clear.ts', "import '../collections/collections.ts'"),
      inServer(
        'collections/collections.ts',
        "import '../merchants/merchants.ts'",
        "import '../ledger/ledger.ts'",
      ),
      inServer('webhooks/webhooks.ts', "import '../jobs/jobs.ts'", "import '../primitives/clock.ts'"),
      inServer(
        'http/http.ts',
        "import '../auth/auth.ts'",
        "import '../../package.json' with { type: 'json' }",
      ),
      inServer(
        'database/database.ts',
        "import '../primitives/id.ts'",
        "import type { Scope } from '@malipo/contract'",
      ),
      inServer('primitives/refusal.ts', "import type { Code } from '@malipo/contract'", "import './id.ts'"),
      file('contract/src/contract.ts', "import './refusals.ts'", "import Type from 'typebox'"),
    ],
  },
  {
    title: 'the doors of adapters, from outside and within',
    files: [
      inServer('sandbox/sandbox.ts', "import '../providers/simulated/simulated.ts'"),
      inServer('providers/providers.ts', "import './simulated/simulated.ts'", "import './provider.ts'"),
      inServer('providers/simulated/simulated.ts', "import './codes.ts'", "import '../provider.ts'"),
      inServer('database/start.ts', "import './embedded/binaries.ts'"),
    ],
  },
  {
    title: 'tests import what they like',
    files: [
      inServer('ledger/post.test.ts', "import '../merchants/find-merchant.ts'"),
      file(
        'server/test/stories/a-story.test.ts',
        "import '../../src/ledger/post.ts'",
        "import '@malipo/bench'",
      ),
    ],
  },
  {
    title: 'imports in comments, strings, templates and regular expressions',
    files: [
      inServer(
        'ledger/ledger.ts',
        "// import '../merchants/merchants.ts'",
        "/* import '../admin/admin.ts' */",
      ),
      inServer(
        'mail/mail.ts',
        'const text = "import \'../admin/admin.ts\'"',
        "const more = `import '../admin/admin.ts'`",
      ),
      inServer(
        'jobs/jobs.ts',
        "const pattern = /import '..\\/admin\\/admin.ts'/",
        "Array.from('../admin/admin.ts')",
      ),
    ],
  },
]
