import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type BatchStage, openBatchStage, rowsTo, rowTo } from './batches/stage.ts'
import { dataOf, type Fields } from './money/shop.ts'
import { inShort } from './parts/newcomers.ts'

let stage: BatchStage
before(async () => {
  stage = await openBatchStage()
})
after(() => stage.close())

type Problem = { row: number; field: string; problem: string }

const head =
  'reference;amount;destination_code;destination_identifier;destination_name;bank_name;metadata.Team'

test('a CSV as spreadsheets of many countries write it is a batch like any other', async () => {
  const payroll = await stage.openPayroll()
  const csv = `\uFEFF${head}\r\nS-1;1000.00;MPESA;255754000001;"Juma; Asha";;kitchen\r\nS-2;2000;CRDB;0150001234;"Baraka\r\nMushi";CRDB Bank;\r\n;;;;;;\r\n\r\n`
  const answer = await payroll.askCsv(csv, { name: 'Mishahara', 'metadata[month]': '2026-11' })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  const { id, name, row_count: count, amount_total: amount, metadata } = answer.body.data
  assert.deepEqual([name, count, amount, metadata], ['Mishahara', 2, '3000.00', { month: '2026-11' }])
  const rows = await payroll.rows(id)
  assert.deepEqual(
    rows.map((row) => [row.row, row.merchant_reference, row.destination_name, row.bank_name, row.metadata]),
    [
      [1, 'S-1', 'Juma; Asha', null, { Team: 'kitchen' }],
      [2, 'S-2', 'Baraka\r\nMushi', 'CRDB Bank', {}],
    ],
  )
  const same = ['S-1', 'S-2'].map((reference, at) => ({
    ...rowTo(at === 0 ? '0754000001' : '0150001234', { reference, amount: at === 0 ? '1000' : '2000' }),
    ...(at === 0
      ? { destination_name: 'Juma; Asha' }
      : { destination_code: 'CRDB', destination_name: 'Baraka\r\nMushi', bank_name: 'CRDB Bank' }),
  }))
  const again = await payroll.askBatch({ rows: same.reverse() })
  assert.equal(inShort(again), '409 duplicate_batch', 'the same rows in JSON, in another order')
  assert.deepEqual(again.body.error.details, { batch_id: id })
})

test('the template is read as it is written', async () => {
  const payroll = await stage.openPayroll(100_000_000n)
  const template = await payroll.dashboard('/v1/disbursement-batches/template', 'live')
  assert.equal(template.status, 200)
  const csv = String(template.body)
  assert.match(csv, /^\uFEFF?reference,amount,method,destination_code,/)
  assert.match(csv, /,255754000001,/, 'phones keep what a spreadsheet would take from a leading zero')
  const quote = dataOf(await payroll.askCsv(csv, {}, '/quote'))
  assert.deepEqual([quote.problems, quote.row_count], [[], 2])
})

test('everything that is wrong is told at once, row by row, and nothing is made', async () => {
  const payroll = await stage.openPayroll()
  const rows = [
    rowTo('0754000001', { reference: 'same' }),
    rowTo('2.55E+11', { reference: 'same', amount: '1.5E+6' }),
    rowTo('0754000003', { amount: '0', destination_code: 'NOBODY' }),
    rowTo('12', { colour: 'r', destination_name: undefined }),
    rowTo('0150001234', { destination_code: 'CRDB' }),
    rowTo('0754000006', { bank_name: 'CRDB' }),
    rowTo('0754000007', { look_up_id: '01a1dd0e-0000-7000-8000-000000000001' }),
    rowTo('0754000008', { amount: '99999999.00' }),
    rowTo('0754000009', { metadata: { 'not a key': 'x' } }),
    'no row',
    null,
  ]
  const asked = await payroll.askBatch({ rows })
  assert.equal(inShort(asked), '422 validation_error')
  const problems = asked.body.error.details as Problem[]
  const found = problems.map(({ row, field }) => `${row} ${field}`)
  assert.deepEqual(found, [
    '2 amount',
    '2 destination_identifier',
    '2 reference',
    '3 amount',
    '3 destination_code',
    '4 colour',
    '4 destination_identifier',
    '4 destination_name',
    '5 bank_name',
    '6 bank_name',
    '7 look_up_id',
    '8 amount',
    '9 metadata.not a key',
    '10 row',
    '11 row',
  ])
  const textOf = (row: number, field: string) =>
    problems.find((one) => one.row === row && one.field === field)?.problem
  assert.equal(textOf(2, 'reference'), 'is that of row 1 already')
  assert.match(textOf(2, 'destination_identifier') ?? '', /2\.55E\+11 was shortened by a spreadsheet/)
  assert.match(textOf(8, 'amount') ?? '', /must be .* or less/)
  const quote = dataOf(await payroll.quoteBatch(rows))
  assert.deepEqual(quote.problems, problems)
  assert.deepEqual([quote.row_count, quote.amount_total, quote.content_hash], [1, '1000.00', null])
  assert.equal(dataOf(await payroll.dashboard('/v1/disbursement-batches', 'live')).total, 0)
  assert.equal((await payroll.list()).length, 0)
})

test('all that is wrong with a row is told together, whatever kind it is of', async () => {
  const payroll = await stage.openPayroll()
  const head = 'reference,amount,destination_code,destination_identifier,destination_name,bank_name'
  const lines = [
    'A-1,2.5E+3,MPESA,12345,Asha,',
    'A-2,1000.00,NOBODY,2.55E+11,Baraka,',
    'A-3,-5,CRDB,0150-AB-77,,NMB Bank',
    ',1000.00,MPESA,0754000001,Neema,CRDB',
    'A-5,one,,0754000001,Juma,',
  ]
  const asked = await payroll.askCsv([head, ...lines].join('\n'), { name: 'Wrong' })
  assert.equal(inShort(asked), '422 validation_error')
  const problems = asked.body.error.details as Problem[]
  assert.deepEqual(
    problems.map(({ row, field }) => `${row} ${field}`),
    [
      '1 amount',
      '1 destination_identifier',
      '2 destination_identifier',
      '2 destination_code',
      '3 amount',
      '3 destination_name',
      '3 bank_name',
      '4 reference',
      '4 bank_name',
      '5 amount',
      '5 destination_code',
    ],
  )
  assert.match(problems[0]?.problem ?? '', /shortened by a spreadsheet/)
  assert.match(problems[1]?.problem ?? '', /must be a Tanzanian phone number/)
  assert.match(problems[6]?.problem ?? '', /does not fit destination_code CRDB/)
  const odd = rowTo('0754000001', { amount: 5, destination_identifier: 7, bank_name: [] })
  const typed = await payroll.askBatch({ rows: [odd, { ...odd, recipient_id: crypto.randomUUID() }] })
  assert.equal(inShort(typed), '422 validation_error', 'what has another type is no fault of ours')
})

test('problems end at a thousand, and rows at five thousand', async () => {
  const payroll = await stage.openPayroll()
  const wrong = await payroll.askBatch({ rows: Array.from({ length: 1_500 }, () => ({})) })
  assert.equal(inShort(wrong), '422 validation_error')
  assert.equal((wrong.body.error.details as Problem[]).length, 1_000)
  const many = await payroll.askBatch({ rows: Array.from({ length: 5_001 }, () => ({})) })
  assert.deepEqual(many.body.error.details, [{ field: 'rows', problem: 'must be a list of 1 to 5000 rows' }])
  assert.equal(inShort(await payroll.askBatch({ rows: [] })), '422 validation_error')
  const long = await payroll.askCsv(`reference,amount\n${'x,1\n'.repeat(600_000)}`, { name: 'Long' })
  assert.equal(inShort(long), '413 body_too_large')
  assert.equal(long.body.error?.message, 'The body is larger than 2 MiB.')
  const lines = await payroll.askCsv(`reference,amount\n${'x,1\n'.repeat(5_001)}`, { name: 'Many' })
  assert.deepEqual(lines.body.error.details, [{ field: 'rows', problem: 'must be a list of 1 to 5000 rows' }])
})

test('what is no CSV, or stands where it does not belong, is refused in words', async () => {
  const payroll = await stage.openPayroll()
  const message = async (csv: string, query?: Record<string, string>) => {
    const answer = await payroll.askCsv(csv, query)
    return `${inShort(answer)}: ${JSON.stringify(answer.body.error.details ?? answer.body.error.message)}`
  }
  assert.match(await message('a,b\n"1,2', { name: 'X' }), /^400 invalid_json: .*never closed/)
  assert.match(await message('amount,Amount\n1,2', { name: 'X' }), /^422 validation_error: .*two columns/)
  assert.match(await message('reference,amount\nA,1'), /^422 .*"name","problem":"is required"/)
  assert.match(await message('reference,amount\nA,1', { name: 'X', color: 'red' }), /^422 .*color/)
  const query = await payroll.dashboard('/v1/disbursement-batches?name=X', 'live', {
    body: { merchant_id: payroll.merchantId, name: 'Y', rows: rowsTo(1) },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  assert.equal(inShort(query), '422 validation_error', 'beside JSON the query says nothing')
  const typed = await payroll.dashboard('/v1/disbursement-batches/quote', 'live', {
    raw: 'a,b',
    headers: { 'content-type': 'text/plain' },
  })
  assert.equal(inShort(typed), '415 unsupported_media_type')
})

test('a quote tells what is worth a second look, and makes nothing', async () => {
  const payroll = await stage.openPayroll()
  stage.answerBy(() => 'paid')
  const known = rowTo('0754111111', { amount: '1500' })
  const { id } = await payroll.submitBatch([known])
  assert.equal(inShort(await stage.approve(id)), '200')
  await stage.round()
  const rows = [
    rowTo('0754111111', { amount: '1500.00' }),
    rowTo('0754111111', { amount: '7' }),
    rowTo('0754222222'),
  ]
  const quote = dataOf(await payroll.quoteBatch(rows))
  assert.deepEqual(
    (quote.warnings as Fields[]).map(({ row, kind }) => `${row} ${kind}`),
    ['1 paid_lately', '2 twice', '3 new'],
  )
  assert.deepEqual(
    [quote.amount_total, quote.charges_total, quote.total_reserved_amount, quote.is_covered],
    ['2507.00', '25.07', '2532.07', true],
  )
  assert.equal(quote.duplicate_of, null)
  const same = dataOf(await payroll.quoteBatch([known]))
  assert.equal(same.duplicate_of, id)
  assert.equal(inShort(await payroll.askBatch({ rows: [known] })), '409 duplicate_batch')
  assert.equal((await payroll.askBatch({ rows: [known], allow_duplicate: true })).status, 202)
})

test('what was rejected or cancelled, or is a week old, is no duplicate; of two at once one is taken', async () => {
  const payroll = await stage.openPayroll()
  const rows = rowsTo(2)
  const { id } = await payroll.submitBatch(rows)
  assert.equal(inShort(await payroll.cancelBatch(id)), '200')
  const both = await Promise.all([payroll.askBatch({ rows }), payroll.askBatch({ rows })])
  assert.deepEqual(both.map(inShort).sort(), ['202', '409 duplicate_batch'])
  stage.clock.pass(8 * 86_400_000)
  assert.equal((await payroll.askBatch({ rows })).status, 202)
})

test('rows are judged before the gate, and the gate before the balance', async () => {
  const payroll = await stage.openPayroll(0n)
  const { sql } = stage.service.world
  await sql`update merchants set verification_status = 'pending' where id = ${payroll.merchantId}`
  assert.equal(inShort(await payroll.askBatch({ rows: [{}] })), '422 validation_error')
  assert.equal(inShort(await payroll.askBatch({ rows: rowsTo(1) })), '409 withdrawal_restricted')
  await sql`update merchants set verification_status = 'verified' where id = ${payroll.merchantId}`
  const poor = await payroll.askBatch({ rows: rowsTo(2) })
  assert.equal(inShort(poor), '409 insufficient_balance')
  assert.deepEqual(poor.body.error.details, { available: '0.00', required: '2020.00', currency: 'TZS' })
})

test('five thousand rows are taken in and approved as one', async () => {
  const payroll = await stage.openPayroll(10_000_000_00n)
  const { id, row_count: count } = await payroll.submitBatch(rowsTo(5_000))
  assert.equal(count, 5_000)
  const approved = await stage.approve(id)
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  assert.deepEqual(approved.body.data.by_status, { PROCESSING: 5_000 })
  assert.deepEqual((await payroll.balance('live')).reserved, '5050000.00')
  const seen: unknown[] = []
  for (let cursor = ''; ; ) {
    const path = `/v1/disbursement-batches/${id}/rows?page_size=100${cursor && `&cursor=${cursor}`}`
    const page = dataOf(await payroll.dashboard(path, 'live'))
    seen.push(...(page.items as Fields[]).map(({ row }) => row))
    cursor = String(page.next_cursor ?? '')
    if (cursor === '') break
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 5_000 }, (_, at) => at + 1),
  )
})
