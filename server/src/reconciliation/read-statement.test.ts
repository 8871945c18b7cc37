import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StatementMapping } from '@malipo/contract'
import { validator } from '../http/http.ts'
import { Refusal } from '../primitives/refusal.ts'
import { amountFrom, timeReader } from './read-cells.ts'
import { readCsv } from './read-csv.ts'
import { type Mapping, readStatement } from './read-statement.ts'
import { builtInMappings } from './statement-mappings.ts'

const mappingProblems = validator(StatementMapping)

const cellsOf = (text: string, delimiter = ',') =>
  [...readCsv(text, delimiter)].map(({ line, cells }) => `${line}: ${cells.join('|')}`)

test('CSV is read with marks, quotes, line ends within them, and whatever ends a line', () => {
  assert.deepEqual(cellsOf('\uFEFFa,b\r\n1,"x, ""y"""\r\n'), ['1: a|b', '2: 1|x, "y"'])
  assert.deepEqual(cellsOf('a\n"two\r\nlines",2\n\n,\n3'), ['1: a', '2: two\r\nlines|2', '6: 3'])
  assert.deepEqual(cellsOf('a;b\r1;\r', ';'), ['1: a|b', '2: 1|'])
  assert.throws(() => cellsOf('a\n"open'), /never closed/)
  assert.throws(() => cellsOf('a\n"b"c'), /behind the closing quote/)
})

const amounts: [string, '.' | ',', bigint | null][] = [
  ['1500', '.', 150_000n],
  ['1,500.00', '.', 150_000n],
  ['TZS 1,500.5', '.', 150_050n],
  ['TSh1 500', '.', 150_000n],
  ['1500/=', '.', 150_000n],
  ['22.0000', '.', 2_200n],
  ['-10,000.00', '.', 1_000_000n],
  ['(10,000.00)', '.', 1_000_000n],
  ['1.500,00', ',', 150_000n],
  ['1\u00A0500,00', ',', 150_000n],
  ["1'000'000.00", '.', 100_000_000n],
  ['0', '.', 0n],
  ['1,50', '.', null],
  ['1.5.0', '.', null],
  ['1,500.005', '.', null],
  ['1e3', '.', null],
  ['', '.', null],
  ['fifteen', '.', null],
]

test('amounts are read as statements dress them, and never in two ways', () => {
  for (const [text, mark, minor] of amounts) assert.equal(amountFrom(text, mark), minor, text)
})

test('a cell that is no amount or time is found to be none at once, however long it is and whatever the format', () => {
  const begun = performance.now()
  const long = `1${' '.repeat(100_000)}x`
  assert.equal(amountFrom(long, '.'), null)
  assert.equal(timeReader(`YYYY${' '.repeat(8)}MM${' '.repeat(8)}DD`, 'Z')(`2026${' '.repeat(59)}x`), null)
  assert.equal(timeReader('YYYY MM DD', 'Z')(`2026${' '.repeat(100_000)}x`), null)
  assert.ok(performance.now() - begun < 1_000)
})

test('a format of times that names a part twice, or hours in two ways, is refused where it is told', () => {
  const problems = (time_format: string) => mappingProblems({ reference: 'r', time_format }).length
  for (const format of ['YYYY-MM-DD YYYY', 'YYYY-MM-DD HH hh', 'DD/MM/YYYY hh:mm A A', 'YYYY-MM'])
    assert.equal(problems(format), 1, format)
  for (const format of ['DD/MM/YYYY HH:mm', 'YYYYMMDD HHmmss', 'MM/DD/YYYY hh:mm:ss A', 'YYYY-MM-DDTHH:mm'])
    assert.equal(problems(format), 0, format)
})

const times: [format: string | undefined, zone: string, text: string, instant: string | null][] = [
  [undefined, '+03:00', '2026-11-16 09:30:46', '2026-11-16T06:30:46.000Z'],
  [undefined, '+03:00', '2026-11-16T09:30Z', '2026-11-16T09:30:00.000Z'],
  [undefined, '+03:00', '2026-11-16', '2026-11-16T09:00:00.000Z'],
  ['DD/MM/YYYY HH:mm', 'Z', '6/11/2026 09:30', '2026-11-06T09:30:00.000Z'],
  ['DD-MM-YYYY hh:mm:ss A', '+03:00', '16-11-2026 12:30:00 am', '2026-11-15T21:30:00.000Z'],
  ['MM/DD/YYYY', '+03:00', '11/16/2026', '2026-11-16T09:00:00.000Z'],
  ['DD/MM/YYYY', '+03:00', '31/02/2026', null],
  [undefined, '+03:00', '16/11/2026', null],
]

test('times are read by their format and zone, and days that are none are not', () => {
  for (const [format, zone, text, instant] of times)
    assert.equal(timeReader(format, zone)(text)?.toISOString() ?? null, instant, text)
})

const prefixes = { collection: 'MLP', disbursement: 'MLW' }
const reference = `MLP${'0'.repeat(31)}1`
const read = (text: string, mapping: Mapping, day = '2026-11-16') =>
  readStatement(text, mapping, day, prefixes)

/** What a bank would make of it: a title, semicolons, its own words, a fee, a total. */
const bank: Mapping = {
  reference: 'Your ref',
  amount: 'Amount',
  state: 'Status',
  states: [
    { word: 'OK', state: 'paid' },
    { word: 'Returned', state: 'reversed' },
  ],
  time: 'Date',
  time_format: 'DD/MM/YYYY HH:mm',
  decimal_mark: ',',
  ignore: [{ cell: 'Type', word: 'Fee' }],
}
const head = 'Statement of account 0150;;;\r\n\r\nDate;Type;YOUR REF;Amount;Status\r\n'
const statement = (...lines: string[]) => `\uFEFF${head}${lines.map((line) => `${line}\r\n`).join('')}`

test('a statement is read by a mapping: names without regard to case, fees passed over, other days left out', () => {
  const text = statement(
    `16/11/2026 10:00;Pay;${reference};TZS 1.500,00;ok`,
    '16/11/2026 10:00;Fee;;TZS 10,00;OK',
    '16/11/2026 23:59;Pay;MLW00000000000000000000000000000002;"-10.000,00";returned',
    '18/11/2026 10:00;Pay;LATER;1,00;OK',
  )
  assert.deepEqual(
    read(text, bank).map(({ line, about, state, amount, currency, at }) => [
      line,
      about,
      state,
      amount,
      currency,
      at?.toISOString(),
    ]),
    [
      [4, 'collection', 'paid', 150_000n, 'TZS', '2026-11-16T07:00:00.000Z'],
      [6, 'disbursement', 'reversed', 1_000_000n, 'TZS', '2026-11-16T20:59:00.000Z'],
    ],
  )
})

test('what left is a payout or a refund and never a payment, and another currency is not shillings', () => {
  const text = statement(
    `16/11/2026 10:00;Pay;${reference};-1,00;Returned`,
    '16/11/2026 10:00;Pay;MLW00000000000000000000000000000002;(1,00);OK',
    `16/11/2026 10:00;Pay;${reference};USD 1,00;OK`,
  )
  assert.deepEqual(
    read(text, bank).map(({ about, state, currency }) => [about, state, currency]),
    [
      ['collection', 'reversed', 'TZS'],
      ['disbursement', 'paid', 'TZS'],
      ['collection', 'paid', 'USD'],
    ],
  )
  const told: Mapping = { reference: 'Ref', amount: 'Sum', currency: 'Cur' }
  const currencies = (word: string) => read(`Ref,Sum,Cur\nR,1,${word}\n`, told)[0]?.currency
  assert.deepEqual(['', 'TSh', 'tzs', 'EUR'].map(currencies), ['TZS', 'TZS', 'TZS', 'EUR'])
  assert.throws(() => currencies('US$'), Refusal)
})

const refusals: [text: string, problem: RegExp][] = [
  ['nothing,of,that\n1,2,3\n', /has no line with the name Your ref/],
  ['Date;YOUR REF\n', /has no Amount, Status, Type among Date, YOUR REF/],
  [statement('16/11/2026 10:00;Pay;;1,00;OK'), /^line 4 has nothing in Your ref/],
  [statement('16/11/2026 10:00;Pay;R;1.0,0;OK'), /^line 4 has "1.0,0" in Amount, which is no amount/],
  [
    statement('16/11/2026 10:00;Pay;R;-1,00;OK'),
    /^line 4 has "-1,00" in Amount, which left, for money that came in/,
  ],
  [statement('16/11/2026 10:00;Pay;R;(1,00);OK'), /^line 4 has "\(1,00\)" in Amount, which left/],
  [statement('16/11/2026 10:00;Pay;R;TZS -1,00;OK'), /^line 4 has "TZS -1,00" in Amount, which left/],
  [statement('16/11/2026 10:00;Pay;R;1,00;Maybe'), /^line 4 says "Maybe" in Status; say in states/],
  [statement('2026-11-16;Pay;R;1,00;OK'), /^line 4 has "2026-11-16" in Date, which is no time/],
  [statement('16/11/2026 10:00;Pay;R;"1,00;OK'), /^line 4: a quote is opened and never closed/],
  [statement('1/10/2026 10:00;Pay;R;1,00;OK'), /has no line of 2026-11-16: it is of 2026-10-01/],
]

test('what cannot be read is refused with its line and what to do', () => {
  for (const [text, problem] of refusals) assert.match(problemsIn(() => read(text, bank))[0] ?? '', problem)
  const bad = Array.from({ length: 50 }, () => '16/11/2026 10:00;Pay;R;x;OK')
  assert.equal(problemsIn(() => read(statement(...bad), bank)).length, 20, 'so many at once are enough')
})

function problemsIn(work: () => unknown): string[] {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal)
      return (error.details as { problem: string }[]).map(({ problem }) => problem)
    throw error
  }
  return []
}

test('those that come with the service read what each of them names', () => {
  for (const [name, mapping] of Object.entries(builtInMappings)) {
    const cells: Record<string, string> = { [mapping.reference]: reference }
    const word = mapping.states?.[0]?.word ?? assert.fail(`${name} knows no states`)
    Object.assign(cells, {
      [mapping.amount ?? '']: '1500',
      [mapping.state ?? '']: word,
      [mapping.time ?? '']: '2026-11-16 10:00:00',
    })
    const text = `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}\n`
    const whole = { ...mapping }
    for (const other of ['kind', 'currency'] as const)
      if (whole[other] && !(whole[other] in cells)) delete whole[other]
    assert.deepEqual(
      read(text, whole).map(({ state, amount }) => [state, amount]),
      [['paid', 150_000n]],
      name,
    )
  }
})
