import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { colourViolationsOn, textsOn, violationsOn } from '../../stories/checkout/look-at-page.ts'

export const widths = { wide: { width: 1280, height: 860 }, phone: { width: 360, height: 740 } }
export type Width = keyof typeof widths
export type Scheme = 'light' | 'dark'
export type Views = [Width, Scheme][]

export const everyView: Views = [
  ['wide', 'light'],
  ['wide', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
]

type Wish = { path: string; where: string; views: Views; folder?: string | undefined }

/** What is wrong with a screen, and what it says. With a folder a picture of each view is kept there. */
export async function lookAtScreen(page: Page, { path, where, views, folder }: Wish) {
  const faults: string[] = []
  await page.goto(path)
  await settled(page)
  let isFirst = true
  for (const [width, scheme] of views) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(widths[width])
    await settled(page)
    const seen = `${where}, ${width}, ${scheme}`
    const found = isFirst ? await violationsOn(page) : await colourViolationsOn(page)
    isFirst = false
    faults.push(...found.map((fault) => `${seen}: ${fault}`))
    const past = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    if (past > 0) faults.push(`${seen} stands out by ${past} px`)
    if (folder !== undefined)
      await page.screenshot({ path: join(folder, `${seen.replaceAll(', ', '-')}.png`), fullPage: true })
  }
  if (views.some(([width]) => width === 'phone')) {
    await page.setViewportSize({ width: 320, height: 640 })
    const past = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    if (past > 0) faults.push(`${where} stands out by ${past} px on the smallest phone`)
  }
  return { faults, texts: await textsOn(page) }
}

/** Its heading is there, nothing is being loaded any more, and it stays so for a moment. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  const waiting = page.locator('[role=status][aria-label="Loading"], [role=status][aria-label^="Ina"]')
  for (let calm = 0; calm < 3; ) {
    await page.waitForTimeout(60)
    calm = (await waiting.count()) === 0 ? calm + 1 : 0
  }
}
