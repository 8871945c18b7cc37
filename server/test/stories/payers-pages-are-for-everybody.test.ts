import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { thoroughly } from '../how-thorough.ts'
import { type Browser, openBrowser } from '../open-browser.ts'
import { type Counter, openCounter } from './checkout/counter.ts'
import { makeEveryState } from './checkout/every-state.ts'
import { endStory } from './money/books.ts'

/** `SCREENSHOTS=screenshots npm test -- payers-pages-are-for-everybody` keeps a picture of every state, for people to look at. */
const folder = process.env.SCREENSHOTS
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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

const looks = (['en', 'sw'] as const).flatMap((language) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ language, colorScheme })),
)

type Found = { id: string; nodes: { html: string }[] }

async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate(
    'axe.run(document, { runOnly: ["wcag2a","wcag2aa","wcag21a","wcag21aa","wcag22aa","best-practice"] })',
  )) as { violations: Found[] }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** What should be on no page in Swahili. Names of shops and what they sell are theirs. */
const english = /\b(the|your|you|paid|pay|phone|number|request|check|now|back|choose|reference|help)\b/i

test(
  'axe finds nothing on any page and state, nothing stands out sideways, and Swahili is Swahili',
  options,
  async () => {
    const states = await makeEveryState(counter)
    const page = await (browser as Browser).newPage()
    for (const [at, [name, path, send]] of states.entries()) {
      const shown =
        thoroughly || folder !== undefined ? looks : looks.filter((_, place) => place % 4 === [0, 3][at % 2])
      for (const { language, colorScheme } of shown) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width: 360, height: 720 })
        await page.goto(`${counter.service.url}${path}?auto=0&lang=${language}`)
        if (send) await page.locator('main form').first().evaluate('(form) => form.requestSubmit()')
        await page.waitForLoadState()
        const where = `${name}-${language}-${colorScheme}`
        assert.deepEqual(await violationsOn(page), [], where)
        if (language === 'sw') assert.doesNotMatch(await page.locator('main').innerText(), english, where)
        if (folder !== undefined) {
          mkdirSync(folder, { recursive: true })
          await page.screenshot({ path: join(folder, `${where}.png`), fullPage: true })
        }
        await page.setViewportSize({ width: 320, height: 640 })
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, where)
      }
    }
  },
)
