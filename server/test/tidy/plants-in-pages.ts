import { file, type Innocent, type Plant } from './plants.ts'

const tree = (...rooms: string[]) => ['```', `  ${rooms.map((room) => `${room}/`).join(' ')}`, '```', '']

export const plantsInPages: Plant[] = [
  {
    title: 'a page that leads to one that is gone, and one that knows a room only in its table',
    rule: 'pages',
    files: [
      file('ARCHITECTURE.md', ...tree('ledger'), '| `ledger` | books |', '| `pricing` | charges |'),
      file(
        'docs/charges.md',
        'See [the books](../ARCHITECTURE.md#books),',
        'and [the charges of last year](last-year.md).',
      ),
      file(
        'docs/guides/fees.md',
        'In [the reference](/docs/reference/fees#quote)',
        'or [nowhere](/docs/fees).',
      ),
      file('server/src/pricing/charges.sql', 'select 1'),
    ],
    found: ['ARCHITECTURE.md', 'docs/charges.md:2', 'docs/guides/fees.md:2'],
  },
]

export const innocentPages: Innocent[] = [
  {
    title: 'links to files, folders, parts of pages and elsewhere, and a room in both its places',
    files: [
      file('ARCHITECTURE.md', ...tree('ledger'), '| `ledger` | books, see [docs](docs/) |'),
      file(
        'docs/books.md',
        '[up](../ARCHITECTURE.md#the-tree), [out](https://example.com/a.md), [here](#books)',
      ),
      file('server/src/ledger/ledger.sql', 'select 1'),
    ],
  },
]
