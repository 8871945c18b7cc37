import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Service, startService } from '../service.ts'
import { textOfPages } from './invoices/read-pdf.ts'
import { drafted, item, openTill, type Shown, type Till } from './invoices/till.ts'

let service: Service
let till: Till
before(async () => {
  service = await startService({ environment: { ROLE: 'api' } })
  till = await openTill(service)
})
after(() => service.stop())

async function print(id: string, query = '', sent = till.sandbox) {
  const response = await fetch(`${service.url}/v1/invoices/${id}/pdf${query}`, {
    headers: { authorization: `Bearer ${sent.key}` },
  })
  assert.equal(response.status, 200)
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

/** Pieces of text as they were drawn, with no-break spaces as plain ones. */
async function printed(id: string, query = '') {
  const { bytes } = await print(id, query)
  return textOfPages(bytes).map((page) => page.replaceAll('\u00a0', ' '))
}

test('an invoice is printed in both languages, with its figures, and the same each time', async () => {
  const invoice = await drafted(service, till, {
    items: [item('2', '500', '18'), item('1.005', '1000')],
    notes: 'Asante sana',
  })
  const first = await print(invoice.id)
  assert.equal(first.headers.get('content-type'), 'application/pdf')
  assert.equal(first.headers.get('content-disposition'), `inline; filename="${invoice.number}.pdf"`)
  assert.ok(first.bytes.subarray(0, 5).equals(Buffer.from('%PDF-')))
  assert.ok(first.bytes.length < 60_000, `${first.bytes.length} bytes`)
  assert.ok((await print(invoice.id)).bytes.equals(first.bytes))
  const figures = ['TSh 1,000', 'TSh 1,005', 'TSh 2,005', 'TSh 180', 'TSh 2,185', '18 %', '1.005']
  const own = [invoice.number, 'Asha Mrema, 0712 345 678', 'Asante sana', invoice.public_url, '1 / 1']
  for (const [query, words] of [
    [
      '',
      ['Ankara', 'Kwa', 'Mwisho wa kulipa', '31 Desemba 2099', 'Jumla', 'MAJARIBIO', 'Hii si risiti ya EFD.'],
    ],
    ['?lang=en', ['Invoice', 'To', 'Due', '31 December 2099', 'Total', 'TEST', 'Not an EFD tax receipt.']],
  ] as const) {
    const [page = ''] = await printed(invoice.id, query)
    for (const text of [...figures, ...own, ...words]) assert.ok(page.includes(text), `${text} in ${page}`)
  }
})

test('what is paid, void or overdue says so in one large word', async () => {
  const { sql } = service.world
  const cases: [string, (invoice: Shown) => unknown, string, string][] = [
    ['2099-12-31', ({ id }) => sql`update invoices set status = 'SENT' where id = ${id}`, '', ''],
    [
      '2020-01-01',
      ({ id }) => sql`update invoices set status = 'SENT' where id = ${id}`,
      'IMECHELEWA',
      'OVERDUE',
    ],
    ['2099-12-31', ({ id }) => sql`update invoices set status = 'VOID' where id = ${id}`, 'IMEFUTWA', 'VOID'],
    [
      '2099-12-31',
      ({ id }) => sql`update invoices set status = 'PAID', paid_by = id, paid_at = now() where id = ${id}`,
      'IMELIPWA',
      'PAID',
    ],
  ]
  const all = cases.flatMap(([, , ...words]) => words).filter((word) => word !== '')
  for (const [due, make, swahili, english] of cases) {
    const invoice = await drafted(service, till, { due_date: due })
    await make(invoice)
    for (const [query, word] of [
      ['', swahili],
      ['?lang=en', english],
    ] as const) {
      const [page = ''] = await printed(invoice.id, query)
      const lines = page.split('\n')
      assert.deepEqual(
        all.filter((one) => lines.includes(one)),
        word === '' ? [] : [word],
      )
    }
  }
})

test('a hundred items go on over pages that are counted, and none is lost', async () => {
  const items = Array.from({ length: 100 }, (_, place) => ({
    ...item('999999999.999', '1.00'),
    description: `Item ${place + 1} ${'with a long description '.repeat(place % 7)}`.trim(),
  }))
  const { id } = await drafted(service, till, { items })
  const pages = await printed(id, '?lang=en')
  assert.ok(pages.length >= 3 && pages.length <= 8, `${pages.length} pages`)
  const text = pages.join('\n').replaceAll('\n', ' ')
  for (const place of items.keys()) assert.ok(text.includes(`Item ${place + 1} `), `${place + 1}`)
  for (const [place, page] of pages.entries()) assert.ok(page.includes(`${place + 1} / ${pages.length}`))
  assert.ok(pages.slice(-2).join('\n').includes('TSh 100,000,000,000'))
})

test('whatever somebody wrote is text, and nothing but text', async () => {
  const strings = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    ') Tj /JS (app.alert(1)) (',
    '</stream> endobj 1 0 obj << /OpenAction >>',
    '{{7*7}} %0a',
  ]
  const { id } = await drafted(service, till, {
    customer_name: strings[0],
    notes: strings.join('\n'),
    items: strings.map((description) => ({ ...item('1', '1'), description })),
  })
  const { bytes } = await print(id)
  const text = textOfPages(bytes).join('\n')
  for (const one of strings) assert.ok(text.replaceAll('\n', ' ').includes(one), one)
  assert.ok(!/\/(JS|JavaScript|OpenAction|Launch)\b/.test(bytes.toString('latin1')))
})

test('names that no font has, and words longer than a line, are printed all the same', async () => {
  const { id } = await drafted(service, till, {
    customer_name: `${'W'.repeat(110)} ñç`,
    items: [{ ...item('1', '9999999999999.99'), description: `${'x'.repeat(150)} \u{1f600} العربية 中文` }],
    notes: 'line\n'.repeat(190),
  })
  const pages = await printed(id)
  assert.ok(pages.length >= 1 && pages.length <= 3)
  assert.ok(pages.join('\n').includes('TSh 9,999,999,999,999.99'))
})

test('a language that is none is refused, and so is an id of nobody', async () => {
  const { id } = await drafted(service, till)
  assert.equal((await service.call(`/v1/invoices/${id}/pdf?lang=fr`, till.sandbox)).status, 422)
  const other = await openTill(service)
  for (const sent of [other.sandbox, till.live]) {
    assert.equal((await service.call(`/v1/invoices/${id}/pdf`, sent)).status, 404)
  }
})
