import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser, watchComplaints } from '../open-browser.ts'
import { type Counter, openCounter } from './checkout/counter.ts'
import { failedFor } from './checkout/every-state.ts'
import { inTabs } from './checkout/in-tabs.ts'
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

/** Quotes open what an address may hold; a plain one for what is harmless. */
const mails = [
  '"<script>alert(2)</script>"@evil.example',
  '"><svg/onload=alert(2)>"@evil.example',
  "'onfocus='alert`1`@evil.example",
  '{shop}{{7*7}}@evil.example',
]

/** What merchants can be reached by, and what providers tell payers beforehand. */
async function tellAbout(text: string, mail: string): Promise<void> {
  await counter.dress({ display_name: text, support_email: mail })
  const said = { payee_shown: text, menu_code: text, help: { sw: text, en: text }, wallet: text }
  counter.provider.describe = () => said
}

/** A page with what was written on it, and what is typed into its form before it is sent. */
type Written = { name: string; path: string; typed?: Record<string, string>; mail?: string }

/** Everything that merchants, customers and providers can write, in every place that shows it. */
async function writeEverywhere(text: string, mail: string): Promise<Written[]> {
  const { service, shop, provider } = counter
  const payer = payerOf(service)
  await tellAbout(text, mail)
  const query = `?lang=${encodeURIComponent(text)}&auto=${encodeURIComponent(text)}&x=${encodeURIComponent(text)}`
  const words = { description: text, reference: text, customer_name: text }
  const hosted = () =>
    hostedPage(shop, { ...words, redirect_url: `https://shop.example/?q=${encodeURIComponent(text)}` })
  const push = { method: 'USSD_PUSH', phone: '0712345678' }
  const [open, waiting, paid, failed] = [await hosted(), await hosted(), await hosted(), await hosted()]
  for (const { path } of [waiting, paid, failed]) await payer.send(path, push)
  await provider.tell(service, referenceOf(paid.id), succeeded())
  await provider.tell(service, referenceOf(failed.id), failedFor('refused'))
  // From then on whoever waits is given help.
  counter.pass(15_000)
  const [, receipt = ''] = /href="(\/r\/[^"?]*)/.exec((await payer.load(paid.path)).text) ?? []
  const link = await linkPage(shop, { amount: null, description: text })
  const item = { description: text, quantity: '1', unit_price: '1000.00' }
  const invoice = await invoicePage(shop, { customer_name: text, notes: text, items: [item] })
  return [
    { name: 'pay', path: open.path + query },
    { name: 'pay, wrong', path: open.path, typed: { phone: text } },
    { name: 'pay, help', path: waiting.path + query },
    { name: 'pay, failed', path: failed.path + query, mail },
    { name: 'pay, paid', path: paid.path + query },
    { name: 'receipt', path: receipt + query },
    { name: 'link', path: link.path + query },
    { name: 'link, wrong', path: link.path, typed: { phone: text, amount: text } },
    { name: 'invoice', path: invoice.path + query },
  ]
}

/** Every element, with the names of its attributes: text changes none of it. How a network does follows from what became of the payments before. */
const skeleton = `Array.from(document.querySelectorAll('*')).filter((one) => !one.closest('.weather')).map((one) =>
  one.localName + '[' + one.getAttributeNames().sort() + ']').join(' ')`

/** All that is read on a page. What stands in its fields was typed there, and is cut to their length. */
const words = 'document.title + document.body.innerText'

type Looked = { shape: string; seen: string; preview: string | null }

async function look(page: Page, { path, typed }: Written): Promise<Looked> {
  await page.goto(`${counter.service.url}${path}`)
  if (typed) {
    for (const [name, value] of Object.entries(typed)) {
      await page.evaluate(`document.querySelector('#${name}').removeAttribute('maxlength')`)
      await page.locator(`#${name}`).fill(value)
    }
    await page.locator('main form button').first().click()
    await page.locator('.wrong[role=alert]').waitFor()
  }
  return {
    shape: String(await page.evaluate(skeleton)),
    seen: String(await page.evaluate(words)),
    preview: await page.locator('meta[property="og:title"]').getAttribute('content'),
  }
}

const timesIn = ({ seen }: Looked, text: string) => seen.split(text).length - 1

test(
  'in every field of every page it is text: no element, no dialog, nothing that our policy had to stop',
  options,
  async () => {
    const complaints: string[][] = []
    const dialogs: string[] = []
    const watch = (page: Page) => {
      complaints.push(watchComplaints(page, counter.service.url))
      page.on('dialog', async (dialog) => {
        dialogs.push(dialog.message())
        await dialog.dismiss()
      })
    }
    const lookAt = (pages: Written[]) => inTabs(browser as Browser, pages, look, { locale: 'en' }, watch)
    const plain = await lookAt(await writeEverywhere(harmless, 'asha@shop.example'))
    const hints = /show the name Duka la Asha\..*Or dial Duka la Asha and .*\. Duka la Asha/s
    assert.ok(
      plain.some(({ seen }) => hints.test(seen)),
      'somebody is told what providers say',
    )
    for (const [place, text] of nasty.entries()) {
      const pages = await writeEverywhere(text, mails[place % mails.length] ?? '')
      for (const [at, looked] of (await lookAt(pages)).entries()) {
        const { name, mail = text } = pages[at] ?? {}
        const usual = plain[at]
        assert.ok(usual)
        assert.equal(looked.shape, usual.shape, `${name}: ${text}`)
        assert.equal(timesIn(looked, text), timesIn(usual, harmless), `${name}: ${text} in ${looked.seen}`)
        assert.ok(looked.seen.includes(mail), `${name}: ${mail} in ${looked.seen}`)
        assert.ok(looked.preview?.includes(text), `${name}: ${text} in ${looked.preview}`)
      }
    }
    // The browser itself remarks on the forms that were refused.
    assert.deepEqual(
      complaints.flat().filter((one) => !one.includes('status of 422')),
      [],
    )
    assert.deepEqual(dialogs, [])
  },
)

test('a number, a colour or a language takes no text at all', async () => {
  const { shop } = counter
  for (const text of nasty)
    for (const field of ['support_phone', 'support_email', 'brand_colour', 'language']) {
      const body = { [field]: text }
      const answer = await shop.dashboard(`/v1/merchants/${shop.merchantId}`, 'live', {
        method: 'PATCH',
        body,
      })
      assert.equal(answer.status, 422, `${field}: ${text}`)
    }
})

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
