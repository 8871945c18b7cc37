import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, openBrowser } from '../open-browser.ts'
import { assembleCast, type Cast } from '../permissions/cast.ts'
import { type Service, startService } from '../service.ts'
import { enterDashboard } from './enter-dashboard.ts'
import { seedOneOfEverything } from './one-of-everything.ts'
import { walkScreens } from './walk-screens.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

/** Ends attributes, titles and scripts, begins elements, and is short enough for every field. */
const nasty = '"><img src=x onerror=alert(1)><svg onload=alert(2)>'

let service: Service
let cast: Cast
before(async () => {
  service = await startService()
  cast = await assembleCast(service)
  await seedOneOfEverything(service, cast, nasty)
  const { sql } = service.world
  await sql`update users set name = ${nasty} where email = ${cast.emails.owner ?? ''}`
  await sql`update merchants set name = ${nasty} where id = ${cast.merchantId}`
})
after(async () => {
  await browser?.close()
  await service.stop()
})

/** Elements and attributes that nothing of ours has. */
const made = `document.querySelectorAll(
  'img[src=x], svg[onload], [onerror], [onload], [onfocus], base, iframe, script:not([src]), meta[http-equiv=refresh]',
).length`
const words = `document.title + document.body.innerText +
  Array.from(document.querySelectorAll('input, textarea'), (one) => one.value).join()`

/** Where what was written stands to be read, so that a screen that shows nothing is no proof. */
const telling = [
  ...['payments', 'payments/:id', 'links', 'links/:id', 'invoices', 'invoices/:id', 'customers'],
  ...[
    'customers/:id',
    'recipients',
    'recipients/:id',
    'keys',
    'keys/:id',
    'team',
    'settings',
    'withdrawals/:id',
    'refunds/:id',
  ],
]

test('in every field of every screen it is text: no element, no dialog, no request', options, async () => {
  const within = `/m/${cast.merchantId}/sandbox`
  const email = cast.emails.owner ?? ''
  const { page, complaints } = await enterDashboard(browser as Browser, service, { email, path: within })
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  const told: string[] = []
  await walkScreens(page, within, async ({ screen }) => {
    assert.equal(await page.evaluate(made), 0, `${screen} has elements that were written`)
    // Without the frame, which has the name of the business everywhere.
    const seen = String(await page.evaluate(words.replace('document.body', `document.querySelector('main')`)))
    if (seen.includes(nasty)) told.push(screen)
  })
  assert.deepEqual(
    telling.filter((screen) => !told.includes(screen)),
    [],
    `told on ${told}`,
  )
  assert.deepEqual(dialogs, [])
  assert.deepEqual(complaints, [])
})
