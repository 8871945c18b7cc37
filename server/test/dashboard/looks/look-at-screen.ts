import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { colourViolationsOn, textsOn, violationsOn } from '../../stories/checkout/look-at-page.ts'
import { goTo } from '../walk-screens.ts'

const widths = {
  wide: { width: 1280, height: 860 },
  phone: { width: 360, height: 740 },
  smallest: { width: 320, height: 640 },
}
type Width = keyof typeof widths
type Scheme = 'light' | 'dark'

const everyView: [Width, Scheme][] = [
  ['wide', 'light'],
  ['wide', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
]

/** What a screen looks like to those who have set their letters to twice the size, and on the smallest phone. */
const everyLetter: [Width, string][] = [
  ['smallest', '100%'],
  ['phone', '200%'],
  ['wide', '200%'],
]

type Wish = { path: string; where: string }

/** What is wrong with a screen, and what it says. With a folder a picture of each view is kept there. */
export async function lookAtScreen(page: Page, { path, where, folder }: Wish & { folder: string }) {
  const faults: string[] = []
  await page.goto(path)
  await settled(page)
  let isFirst = true
  for (const [width, scheme] of everyView) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(widths[width])
    await settled(page)
    const seen = `${where}, ${width}, ${scheme}`
    const found = isFirst ? await violationsOn(page) : await colourViolationsOn(page)
    isFirst = false
    faults.push(...found.map((fault) => `${seen}: ${fault}`), ...(await sideways(page, width, seen)))
    if (width === 'wide') faults.push(...(await cutOff(page, seen)))
    await picture(page, width, join(folder, `${seen.replaceAll(', ', '-')}.png`))
  }
  for (const [width, letters] of everyLetter) faults.push(...(await sideways(page, width, where, letters)))
  return { faults, texts: await textsOn(page) }
}

/** The same in a second: one scheme, judged by axe at one width, and large letters. What can be is reached without loading the page anew. */
export async function glanceAtScreen(page: Page, { path, where, width }: Wish & { width: Width }) {
  await page.setViewportSize(widths[width])
  // Within the frame of a merchant or of the console every screen has its own heading, by which it is known to have come.
  const isWithin = [new URL(page.url()).pathname, path].every((one) => /^\/(m|admin)\//.test(one))
  if (isWithin) await goTo(page, path)
  else await page.goto(path)
  await settled(page)
  const seen = `${where} at ${path}`
  const faults = (await violationsOn(page)).map((fault) => `${seen}: ${fault}`)
  if (width === 'wide') faults.push(...(await cutOff(page, seen)))
  for (const [at, letters] of everyLetter) faults.push(...(await sideways(page, at, seen, letters)))
  return faults
}

/** How far it stands out sideways with letters of that size, and what of it does, told if anything does. */
export async function sideways(page: Page, width: Width, where: string, letters = '100%'): Promise<string[]> {
  await page.setViewportSize(widths[width])
  const [past = 0, what] = (await page.evaluate(`(async () => {
    const whole = document.documentElement
    whole.style.fontSize = '${letters}'
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const standsOut = (one) => one.getBoundingClientRect().right > innerWidth
    const what = [...document.querySelectorAll('body *')].filter((one) => standsOut(one) && ![...one.children].some(standsOut))
    const told = [whole.scrollWidth - innerWidth, what.map((one) => one.outerHTML.slice(0, 120)).join(' ')]
    whole.style.fontSize = ''
    return told
  })()`)) as [number, string]
  const size = letters === '100%' ? '' : ` with letters of ${letters}`
  return past > 0 ? [`${where} stands out by ${past} px, ${width}${size}: ${what}`] : []
}

/** Which tables have a column that only whoever scrolls will see, though the screen is wide. */
async function cutOff(page: Page, where: string): Promise<string[]> {
  const found = (await page.evaluate(`[...document.querySelectorAll('main table')]
    .filter(({ parentElement: { scrollWidth, clientWidth } }) => scrollWidth > clientWidth + 1)
    .map((one) => one.parentElement.getAttribute('aria-label'))`)) as string[]
  return found.map((table) => `${where}: the table ${table} is cut off`)
}

/** As high as all of it, so that what is fixed to the lower edge does not cover what stands in the middle. */
async function picture(page: Page, width: Width, path: string): Promise<void> {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
  await page.setViewportSize({ ...widths[width], height: Math.max(height, widths[width].height) })
  await page.screenshot({ path })
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
