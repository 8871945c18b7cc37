import { type Browser, openBrowser } from '../../server/test/open-browser.ts'
import { openPhones } from '../../server/test/stories/handsets/open-phones.ts'
import { promise, rounds } from './measure.ts'
import { makePayersPages } from './payers-pages.ts'
import { startProcesses } from './start-processes.ts'

const goalMs = 2_000
const phone = '255712345678'

/** Who has sent the PIN sees on the page, which asks by itself, that it is paid. */
export async function benchPaidSeen(dataDir: string): Promise<boolean> {
  const browser = await openBrowser()
  if (browser === null) throw new Error('There is no Chromium here: name one with CHROMIUM_PATH.')
  const own = await startProcesses(dataDir, {})
  const phones = await openPhones({ url: String(own.message.url) }, { phones: [phone] })
  try {
    console.log(
      '\nFrom the PIN to the page that says it is paid, callback, commit and the page itself included',
    )
    const times: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const { hosted } = await makePayersPages(own)
      const seenAfterMs = await pay(browser, hosted, phones)
      // The first of all compiles what the others find.
      if (round > 0) times.push(seenAfterMs)
    }
    const slowest = Math.max(...times)
    console.log(`  ${'seen after'.padEnd(58)} ${times.map(Math.round).join(', ')} ms`)
    return promise(`PIN to paid, slowest of ${rounds} / ${goalMs} ms`, slowest / goalMs, { atMost: 1 })
  } finally {
    phones.close()
    await Promise.all([browser.close(), own.stop()])
  }
}

type Phones = Awaited<ReturnType<typeof openPhones>>

async function pay(browser: Browser, address: string, phones: Phones): Promise<number> {
  const page = await browser.newPage({ locale: 'en', viewport: { width: 360, height: 640 } })
  try {
    await page.goto(address)
    await page.getByLabel('Phone number').fill(phone)
    await page.getByRole('button', { name: /^Pay TSh/ }).click()
    await page.getByRole('heading', { name: 'Check your phone' }).waitFor()
    const { prompts } = await phones.shows((screen) => screen.prompts.length > 0)
    const sent = performance.now()
    await phones.answer(prompts[0]?.reference, 'approve', '1234')
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor()
    return performance.now() - sent
  } finally {
    await page.context().close()
  }
}
