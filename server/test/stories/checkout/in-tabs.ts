import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Browser } from '../../open-browser.ts'

/** While one tab waits for the network the other is drawn; more of them would only take turns on a small machine. */
const tabs = 3

/** Looks at many things in a few tabs of one browser, and returns what was found, in the order of the things. */
export async function inTabs<Thing, Found>(
  browser: Browser,
  things: readonly Thing[],
  look: (page: Page, thing: Thing) => Promise<Found>,
  options?: BrowserContextOptions,
  open: (page: Page) => void | Promise<void> = () => undefined,
): Promise<Found[]> {
  const found: Found[] = []
  const queue = things.entries()
  await Promise.all(
    Array.from({ length: Math.min(tabs, things.length) }, async () => {
      const page = await browser.newPage(options)
      await open(page)
      for (const [place, thing] of queue) found[place] = await look(page, thing)
      await page.close()
    }),
  )
  return found
}
