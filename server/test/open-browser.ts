import { chromium, type Page } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

export type Browser = { newPage(): Promise<Page>; close(): Promise<void> }

/** A real Chromium with a fresh profile, or null where there is none and none can be installed. */
export async function openBrowser(): Promise<Browser | null> {
  const executablePath = process.env.CHROMIUM_PATH ?? (await findChromium())
  if (executablePath === undefined) return null
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  // Slow machines are waited for, but a test must end before its runner loses patience.
  async function newPage(): Promise<Page> {
    const page = await browser.newPage()
    page.setDefaultTimeout(20_000)
    return page
  }
  return { newPage, close: () => browser.close() }
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
