import { file, type Innocent, type Plant } from './plants.ts'
import { markers } from './unfinished.ts'

const inServer = (path: string, ...lines: string[]) => file(`server/src/${path}`, ...lines)
const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `export const line${at} = ${at}`)

// Put together at run time, so that this file does not hold what the rules look for.
const machinePath = (...segments: string[]): string => ['', ...segments].join('/')

const names: Plant[] = [
  ['people/person-helper.ts', 'a helper'],
  ['people/person-helper.test.ts', 'a test of a helper'],
  ['auth/types.ts', 'a drawer of types'],
  ['http/index.ts', 'an index'],
  ['jobs/FindJob.ts', 'a file in capitals'],
  ['jobs/find_job.ts', 'a file with an underscore'],
].map(([path = '', title = '']) => ({
  title: `${title} as a name`,
  rule: 'names',
  files: [inServer(path, 'export {}')],
  found: [`server/src/${path}`],
}))

const hidden: [title: string, path: string, lines: string[], at: number][] = [
  ['Date.now() is called', 'collections/t1.ts', ['', 'const at = Date.now()'], 2],
  ['Date.now is handed on', 'collections/t2.ts', ['function wait(now = Date.now) {}'], 1],
  ['new Date() takes no argument', 'collections/t3.ts', ['/* why */ const at = new Date()'], 1],
  ['new Date( ) spans lines', 'collections/t4.ts', ['const at = new Date(', ')'], 1],
  ['new Date stands without parentheses', 'collections/t5.ts', ['const at = new Date'], 1],
  [
    'Math.random() is called within a template',
    'collections/t6.ts',
    ['const id = `id-$' + '{Math.random()}`'],
    1,
  ],
  ['SQL asks now()', 'collections/t7.ts', ['await sql`', '  select 1', '  where at < now()`'], 3],
  ['SQL asks CURRENT_TIMESTAMP', 'collections/t8.ts', ['await sql`select CURRENT_TIMESTAMP`'], 1],
  ['SQL asks clock_timestamp ()', 'collections/t9.ts', ["await sql.unsafe('select clock_timestamp ()')"], 1],
  ['SQL asks now() after a hole', 'collections/t10.ts', ['sql`select $' + '{ f({ a: `x` }) },', 'now()`'], 2],
  ['a .sql file in src asks now()', 'collections/t11.sql', ['-- now()', 'select now();'], 2],
  ['the contract looks at the clock', '../../contract/src/t12.ts', ['export const at = Date.now()'], 1],
]

const statusWriters: Plant[] = [
  [
    'collections',
    'update collections set status = 1',
    'UPDATE collections\n  SET amount = 2,\n Status=3 where id = 4',
  ],
  [
    'with an alias',
    'update payouts as p set status = m.status from m',
    'update only public.payouts set status = 1',
  ],
  [
    'within a larger statement',
    'with a as (update refunds set n = (select 1 from b where c), status = 2) select 1',
    'update refunds set (status, n) = (1, 2)',
  ],
  [
    'on conflict',
    'insert into holds (id) values (1) on conflict (id) do update set status = 2',
    'update holds set status = 1',
  ],
  [
    'in a fragment',
    'update fees set $' + '{first ? sql`status = 1` : sql`n = 2`} where id = 3',
    'update fees set status = 1',
  ],
].map(([title = '', first = '', second = ''], at) => ({
  title: `two files write the same status, ${title}`,
  rule: 'status writers',
  files: [first, second].map((sql, n) => inServer(`merchants/s${at}-${n}.ts`, `await sql\`${sql}\``)),
  found: [0, 1].map((n) => `server/src/merchants/s${at}-${n}.ts:1`),
}))

const unnamedInserts: [title: string, lines: string[], at: number][] = [
  ['values', ['await sql`', '  insert into notes values (1)`'], 2],
  ['a query', ['await sql`INSERT INTO notes', '  select * from drafts`'], 1],
  ['a query in parentheses', ['await sql`insert into public.notes ( select id, at from drafts)`'], 1],
  ['values, with an alias', ["await sql.unsafe('insert into notes as n values (1)')"], 1],
  ['within a larger statement', ['sql`with a as (', 'insert into notes table drafts', ') select 1`'], 2],
  ['a table named at run time', ['await sql`insert into $' + '{table} values (1)`'], 1],
  ['a fragment', ['await sql`insert into notes $' + '{first ? sql`values (1)` : sql`values (2)`}`'], 1],
]

const unfinished: Plant[] = [
  ...markers.map((marker, at) => ({
    title: `${marker} is left`,
    rule: 'unfinished',
    files: [
      file(`docs/u${at}.md`, '', `- ${marker}: later`),
      file(`server/migrations/u${at}.sql`, `--${marker}`),
    ],
    found: [`docs/u${at}.md:2`, `server/migrations/u${at}.sql:1`],
  })),
  ...['it.skip', 'test.only', 'describe.todo', 'test\n  .skip'].map((call, at) => ({
    title: `${call.replace(/\s+/, '')} keeps a test from running`,
    rule: 'unfinished',
    files: [inServer(`mail/u${at}.test.ts`, '', `${call}('a promise', () => {})`)],
    found: [`server/src/mail/u${at}.test.ts:2`],
  })),
]

const machinePaths: Plant[] = [
  ['work', 'main', 'server'],
  ['root', '.npmrc'],
  ['home', 'amina', 'malipo'],
].map((segments, at) => ({
  title: `a path of the machine, ${segments[0]}`,
  rule: 'machine paths',
  files: [
    file(`docs/m${at}.md`, 'See', `(${machinePath(...segments)})`),
    file(`docs/m${at}.yaml`, `url: file://${machinePath(...segments)}`),
  ],
  found: [`docs/m${at}.md:2`, `docs/m${at}.yaml:1`],
}))

const pins: Plant[] = ['^1.2.3', '~1.2.3', '1.2', '*', 'latest', '>=1.2.3', 'npm:other@^1.0.0'].map(
  (version, at) => ({
    title: `a dependency on ${version}`,
    rule: 'pins',
    files: [file(`tools/p${at}/package.json`, '{', '"devDependencies": {', `"fastify": "${version}"`, '} }')],
    found: [`tools/p${at}/package.json:3`],
  }),
)

export const plantsInText: Plant[] = [
  ...names,
  {
    title: 'a room judges failures of the database by itself',
    rule: 'fault codes',
    files: [inServer('callbacks/f.ts', '', `const isPassing = ['55P03', "40001"].includes(code)`)],
    found: ['server/src/callbacks/f.ts:2', 'server/src/callbacks/f.ts:2'],
  },
  {
    title: 'a folder with an empty name, told once',
    rule: 'names',
    files: [file('bench/src/shared/one.ts', 'export {}'), file('bench/src/shared/two.css', '')],
    found: ['bench/src/shared'],
  },
  ...hidden.map(([title, path, text, at]) => {
    const planted = path.startsWith('../') ? path.slice(6) : `server/src/${path}`
    return { title, rule: 'time and chance', files: [file(planted, ...text)], found: [`${planted}:${at}`] }
  }),
  {
    title: 'a file and a test have 301 lines',
    rule: 'size',
    files: [inServer('pricing/long.ts', ...lines(301)), inServer('pricing/long.test.ts', ...lines(301))],
    found: ['server/src/pricing/long.ts', 'server/src/pricing/long.test.ts'],
  },
  ...statusWriters,
  ...unnamedInserts.map(([title, text, at], n) => ({
    title: `an insert by position, ${title}`,
    rule: 'named columns',
    files: [inServer(`ledger/i${n}.ts`, ...text)],
    found: [`server/src/ledger/i${n}.ts:${at}`],
  })),
  ...unfinished,
  ...machinePaths,
  ...pins,
  {
    title: 'a package.json that cannot be read',
    rule: 'pins',
    files: [file('tools/broken/package.json', '{ "dependencies": ')],
    found: ['tools/broken/package.json'],
  },
]

export const innocentTexts: Innocent[] = [
  {
    title: 'names that only contain an empty word',
    files: [
      inServer('database/database.ts', 'export {}'),
      inServer('http/utility-bills.ts', 'export {}'),
      inServer('http/reindex.test.ts', 'export {}'),
      file('dashboard/index.html', ''),
      file('server/test/run-utils.ts', 'export {}'),
    ],
  },
  {
    title: 'time that is passed in, and the one clock',
    files: [
      inServer(
        'primitives/clock.ts',
        'export const clock = { now: () => new Date() }',
        'const ms = Date.now()',
      ),
      inServer(
        'jobs/run.ts',
        'const at = new Date(clock.now())',
        'const b = new Date( 0 )',
        'const c = new Dates()',
      ),
      inServer(
        'jobs/say.ts',
        '// Date.now() and new Date() are not ours',
        'const s = "Date.now()"',
        'const p = /Math.random()/',
      ),
      inServer(
        'jobs/ask.ts',
        'sql`select $' + '{clock.now()} -- not now()',
        '/* current_timestamp */, known()`',
      ),
      inServer(
        'jobs/tell.ts',
        "throw new Error('pass clock.now() in')",
        'const half = a / b; const at = c / d',
      ),
      inServer('jobs/run.test.ts', 'const at = Date.now() + Math.random()', 'sql`select now()`'),
      file('server/migrations/0001-first.sql', 'create table t (at timestamptz default now());'),
      file('bench/src/bench.ts', 'const at = Date.now()'),
    ],
  },
  {
    title: 'one writer per table, and others that only read the status',
    files: [
      inServer(
        'invoices/move.ts',
        'sql`update invoices set status = 1`',
        'sql`update invoices set status = 2`',
      ),
      inServer('invoices/remind.ts', "sql`update invoices set reminded = true where status = 'open'`"),
      inServer(
        'invoices/count.ts',
        'sql`update invoices set n = (select 1 from t where a, status = 2), status_at = 3`',
      ),
      inServer('invoices/late.ts', "sql`update invoices set late = case when status = 'open' then true end`"),
      inServer('invoices/lock.ts', 'sql`select status from invoices for update`; const set = 1'),
      inServer(
        'invoices/two.ts',
        'sql`update invoices set paid = true`; const a = sql`select 1, status = 2`',
      ),
      inServer('invoices/move.test.ts', 'sql`update invoices set status = 1`'),
      inServer('withdrawals/move.ts', 'sql`update withdrawals set status = 1`'),
    ],
  },
  {
    title: 'inserts that name their columns, and text that only looks like one',
    files: [
      inServer(
        'ledger/insert.ts',
        'sql`insert into notes (id) values (1)`',
        'sql`insert into notes as n',
        '  (id, at) select id, at from drafts`',
        'sql`insert into "notes"(selected) select 1`',
        'sql`insert into $' + '{table} ($' + '{columns}) select $' + '{columns} from drafts`',
        'sql`insert into notes $' + '{sql`(id) values (1)`}`',
        '// insert into notes values (1)',
        'sql`select 1 -- insert into notes values (1)',
        '`',
      ),
      inServer('ledger/insert.test.ts', 'sql`insert into notes values (1)`'),
      file('server/migrations/0002-second.sql', 'insert into notes values (1);'),
    ],
  },
  {
    title: 'tests that give a reason, and words that only look like markers',
    files: [
      inServer(
        'mail/send.test.ts',
        "test('sends', { skip: !server }, () => {})",
        "const text = 'it.skip(x)'",
      ),
      inServer(
        'mail/pick.ts',
        'list.only(1); cursor.skip(2); split.test.skip(3)',
        `const ${markers[0]}S = 'hackers'`,
      ),
    ],
  },
  {
    title: 'paths that are not of a machine',
    files: [
      file(
        'docs/paths.md',
        'https://example.org/home/amina/x',
        `.${machinePath('work', 'x')}`,
        '/homework/a',
        '/home',
      ),
      file('docs/more.md', `$HOME${machinePath('root', 'x')}`, '/api/work/1', '/roots/x'),
      file('package-lock.json', `"${machinePath('root', 'x')}"`),
    ],
  },
  {
    title: 'exact pins and 300 lines',
    files: [
      file(
        'sdk/package.json',
        '{ "dependencies": { "a": "1.2.3", "b": "18.4.0-beta.17", "c": "npm:@x/y@1.0.0" } }',
      ),
      file('sdk/tsconfig.json', '{ "extends": "../tsconfig.base.json" }'),
      inServer('pricing/full.ts', ...lines(300)),
      file('docs/long.md', ...lines(400)),
    ],
  },
]
