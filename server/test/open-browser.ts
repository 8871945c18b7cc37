import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from './find-chromium.ts'
import { type RunningChromium, startChromium } from './start-chromium.ts'

export type Browser = { newPage(options?: BrowserContextOptions): Promise<Page>; close(): Promise<void> }

/** A real Chromium, each page with a fresh profile, or null where there is none and none can be installed. */
export async function openBrowser(): Promise<Browser | null> {
  const running = await enterChromium()
  if (running === null) return null
  const browser = await chromium.connectOverCDP(running.address)
  return {
    async newPage(options) {
      const page = await browser.newPage(options)
      // Slow machines are waited for, but a test must end before its runner loses patience.
      page.setDefaultTimeout(60_000)
      return page
    },
    async close() {
      // Ends what this file has opened, and leaves the browser to the others.
      await browser.close()
      await running.stop()
    },
  }
}

/** The browser of `run-tests.ts`, which outlives this file; a test file that is run alone starts one of its own. */
async function enterChromium(): Promise<RunningChromium | null> {
  const given = process.env.MALIPO_TEST_BROWSER
  if (given !== undefined) return { address: given, stop: async () => {} }
  const path = await findChromium()
  if (path === undefined) return null
  const profile = await mkdtemp(join(tmpdir(), 'malipo-browser-'))
  const running = await startChromium(path, profile)
  return {
    address: running.address,
    async stop() {
      await running.stop()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Collects what a page complains about: errors, refused resources, requests that leave this machine. */
export function watchComplaints(page: Page, origin: string): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:'))
      complaints.push(`left for ${url}`)
  })
  return complaints
}
