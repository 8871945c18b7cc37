import type { Page } from 'playwright-core'
import { readConfig } from '../../server/src/config.ts'
import { openInstallation } from '../../server/src/installation.ts'
import { type Browser, openBrowser } from '../../server/test/open-browser.ts'
import { type Child, startChild } from './child.ts'
import { fillCollections } from './fill-collections.ts'
import { promise, rounds } from './measure.ts'
import { openSignedInPage } from './signed-in-page.ts'

const rowsBehind = 100_000
const goals = { interactionMs: 200, interactiveMs: 5_000 }

/** A cheap phone on a tired 4G: four times slower than this machine, 150 ms to the service, 1.6 Mbit/s. */
const slowLine = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const timesSlower = 4

/** The dashboard answers a finger at once however long the list behind it is, and is soon there on a cheap phone. */
export async function benchDashboard(dataDir: string): Promise<boolean> {
  const browser = await openBrowser()
  if (browser === null) throw new Error('There is no Chromium here: name one with CHROMIUM_PATH.')
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  try {
    const kept = [await benchInteractions(browser, own, dataDir), await benchCheapPhone(browser, own)]
    return kept.every(Boolean)
  } finally {
    await Promise.all([browser.close(), own.stop()])
  }
}

async function benchInteractions(browser: Browser, own: Child, dataDir: string): Promise<boolean> {
  const config = readConfig({ DATA_DIR: dataDir })
  const installation = await openInstallation(config, { applicationName: 'malipo-fill', log: () => {} })
  const merchantId = own.message.merchantId ?? ''
  const list = `/m/${merchantId}/sandbox/payments`
  try {
    console.log('\nThe payments list: from a key or a click to the next picture, the worst of each round')
    // As few rows as fill the same screens, so that what is compared is what stands behind them.
    await fillCollections(installation.world, merchantId, 400)
    const few = await rowsOfRounds(browser, own, list)
    await fillCollections(installation.world, merchantId, rowsBehind)
    const many = await rowsOfRounds(browser, own, list)
    tell('with 400 rows behind it', few)
    tell(`with ${rowsBehind} more`, many)
    return [
      promise(`worst interaction / ${goals.interactionMs} ms`, median(many) / goals.interactionMs, {
        atMost: 1,
      }),
      promise('many / few', median(many) / median(few), { atMost: 1.5 }),
    ].every(Boolean)
  } finally {
    await installation.close()
  }
}

async function rowsOfRounds(browser: Browser, own: Child, list: string): Promise<number[]> {
  const worst: number[] = []
  // The first of all compiles what the others find.
  for (let round = 0; round <= rounds; round += 1) {
    const page = await openSignedInPage(browser, own, { viewport: { width: 1280, height: 860 } })
    try {
      await page.goto(own.message.url + list)
      await page.locator('tbody tr').nth(49).waitFor()
      await page.evaluate(watchInteractions)
      await useList(page)
      const slowest = await page.evaluate<number>(slowestInteraction)
      if (round > 0) worst.push(slowest)
    } finally {
      await page.context().close()
    }
  }
  return worst
}

/** What somebody does who looks for a payment: on to more rows, along them, in and back, other filters. */
async function useList(page: Page): Promise<void> {
  for (const rows of [100, 150, 200, 250, 300]) {
    await page.getByRole('button', { name: 'Show more' }).click()
    await page
      .locator('tbody tr')
      .nth(rows - 1)
      .waitFor()
  }
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /TSh/ }).waitFor()
  await page.goBack()
  await page.locator('tbody tr').first().waitFor()
  await page.getByRole('textbox', { name: 'Reference' }).click()
  await page.keyboard.type('order-17', { delay: 20 })
  await page.keyboard.press('Enter')
  await page.getByText('order-17', { exact: true }).first().waitFor()
  await page.getByRole('combobox', { name: 'Status' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.waitForURL(/status=/)
}

async function benchCheapPhone(browser: Browser, own: Child): Promise<boolean> {
  console.log(
    `\nA cheap phone, nothing kept: ${timesSlower} times slower, ${slowLine.latency} ms, 1.6 Mbit/s`,
  )
  const home = `/m/${own.message.merchantId}/sandbox`
  const kept: boolean[] = []
  const ready = {
    'sign-in': { path: '/sign-in', isThere: (page: Page) => page.getByLabel('Password').click() },
    home: {
      path: home,
      isThere: (page: Page) => page.getByRole('link', { name: 'Payments' }).last().click(),
    },
  }
  for (const [name, { path, isThere }] of Object.entries(ready)) {
    const times: number[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const ms = await timeOnPhone(browser, own, path, isThere)
      if (round > 0) times.push(ms)
    }
    tell(name, times)
    kept.push(
      promise(`${name} / ${goals.interactiveMs} ms`, median(times) / goals.interactiveMs, { atMost: 1 }),
    )
  }
  return kept.every(Boolean)
}

/** Until somebody has touched what they came for, and it has answered. */
async function timeOnPhone(
  browser: Browser,
  own: Child,
  path: string,
  isThere: (page: Page) => Promise<void>,
): Promise<number> {
  const options = { viewport: { width: 360, height: 740 }, hasTouch: true }
  const page =
    path === '/sign-in'
      ? await browser.newPage({ locale: 'en', ...options })
      : await openSignedInPage(browser, own, options)
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slowLine)
    await session.send('Emulation.setCPUThrottlingRate', { rate: timesSlower })
    const began = performance.now()
    await page.goto(own.message.url + path)
    await isThere(page)
    await page.evaluate(twoFrames)
    return performance.now() - began
  } finally {
    await page.context().close()
  }
}

function tell(name: string, times: number[]): void {
  const all = times.map(Math.round).join(', ')
  console.log(`  ${name.padEnd(58)} ${Math.round(median(times))} ms, median of ${all}`)
}

function median(times: number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
}

/** Runs in the page: what the browser itself counts from an input to the picture that answers it; below 16 ms it counts nothing. */
const watchInteractions = `
  window.slowestInteraction = 16
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) window.slowestInteraction = Math.max(window.slowestInteraction, duration)
  }).observe({ type: 'event', durationThreshold: 16 })`
const slowestInteraction =
  'new Promise((resolve) => setTimeout(() => resolve(window.slowestInteraction), 500))'

const twoFrames = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'
