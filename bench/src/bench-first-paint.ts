import { type Browser, openBrowser } from '../../server/test/open-browser.ts'
import { startChild } from './child.ts'
import { promise, rounds } from './measure.ts'
import { makePayersPages } from './payers-pages.ts'

/** One bar of signal: what the browser is held to. It delays each request, but not the handshake before the first. */
const slow = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const goalMs = 2_000

/** Who opens a page on a slow network for the first time sees it within two seconds. */
export async function benchFirstPaint(dataDir: string): Promise<boolean> {
  const browser = await openBrowser()
  if (browser === null) throw new Error('There is no Chromium here: name one with CHROMIUM_PATH.')
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  try {
    const { hosted, link } = await makePayersPages(own)
    console.log('\nFirst paint on a slow network: 400 ms, 400 kbit/s, nothing kept')
    // The first of all compiles what the others find.
    for (const address of [hosted, link]) await paint(browser, address)
    const kept: boolean[] = []
    for (const [name, address] of [
      ['hosted page', hosted],
      ['page of a link', link],
    ] as const) {
      const times: number[] = []
      for (let round = 1; round <= rounds; round += 1) times.push(await paint(browser, address))
      const median = times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN
      console.log(
        `  ${name.padEnd(58)} ${Math.round(median)} ms, median of ${times.map(Math.round).join(', ')}`,
      )
      kept.push(promise(`${name} / ${goalMs} ms`, median / goalMs, { atMost: 1 }))
    }
    return kept.every(Boolean)
  } finally {
    await Promise.all([browser.close(), own.stop()])
  }
}

async function paint(browser: Browser, address: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 360, height: 640 } })
  try {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow)
    await page.goto(address)
    return await page.evaluate<number>(painted)
  } finally {
    await page.context().close()
  }
}

/** Runs in the page: when its first text or picture was seen, counted from when it was asked for. */
const painted = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    const [entry] = list.getEntriesByName('first-contentful-paint')
    if (entry) resolve(entry.startTime)
  }).observe({ type: 'paint', buffered: true })
})`
