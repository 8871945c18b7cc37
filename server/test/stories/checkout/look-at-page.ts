import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Found = { id: string; nodes: { html: string }[] }
type Options = { runOnly: string[] } | { runOnly: { type: 'rule'; values: string[] } }

/** Whether people with other eyes, ears and hands can use it, as far as a machine can tell. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return await run(page, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
}

/** Of the same page in other colours, only what colours can spoil. */
export async function colourViolationsOn(page: Page): Promise<string[]> {
  return await run(page, {
    runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  })
}

async function run(page: Page, options: Options): Promise<string[]> {
  // Nothing here is of another origin, which it would fetch first; and what is as it should be need not be told.
  const asked = { ...options, preload: false, resultTypes: ['violations'] }
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(asked)})`)) as {
    violations: Found[]
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Each piece of text that people see or are read to, the title and what pictures are called included. */
export async function textsOn(page: Page): Promise<string[]> {
  return (await page.evaluate(`(() => {
    const texts = [document.title]
    const walk = document.createTreeWalker(document.querySelector('body'), NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) texts.push(walk.currentNode.data)
    for (const one of document.querySelectorAll('[alt],[aria-label],[placeholder],[title],[data-words],[data-leaves]'))
      texts.push(...['alt', 'aria-label', 'placeholder', 'title', 'data-words', 'data-leaves'].map((name) => one.getAttribute(name) ?? ''))
    return texts.map((text) => text.replace(/\\s+/g, ' ').trim()).filter((text) => /[a-z]{2}/i.test(text))
  })()`)) as string[]
}

/** How far it stands out sideways, in pixels: on the smallest phones, and there with letters of twice the size. */
export async function sidewaysOn(page: Page): Promise<number[]> {
  const past = 'document.documentElement.scrollWidth - innerWidth'
  await page.setViewportSize({ width: 320, height: 640 })
  const plain = Number(await page.evaluate(past))
  const large = Number(
    await page.evaluate(`(() => {
      document.documentElement.style.fontSize = '200%'
      return ${past}
    })()`),
  )
  return [plain, large]
}

/** How wide paper is in pixels: a roll of 80 mm, and a sheet of A4 within its margins. */
export const papers = { roll: 302, sheet: 718 }

/** What is wrong with the page on paper: what stands out, what could be pressed, what is not black. */
export async function faultsOnPaper(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 1000 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // A busy browser answers before it has laid the page out anew. The page's own policy forbids to watch it by a script in it.
  const isLaidOut = `matchMedia('print').matches && innerWidth === ${width}`
  for (let looks = 0; looks < 200 && !(await page.evaluate(isLaidOut)); looks += 1)
    await page.waitForTimeout(50)
  return (await page.evaluate(`(() => {
    const faults = []
    const past = document.documentElement.scrollWidth - innerWidth
    if (past !== 0) faults.push('stands out by ' + past + ' px')
    for (const one of document.querySelectorAll('body *')) {
      const seen = one.checkVisibility() && one.textContent.trim() !== ''
      if (!seen) continue
      if (one.matches('button, form, .button, header a')) faults.push('prints ' + one.outerHTML)
      if (getComputedStyle(one).color !== 'rgb(0, 0, 0)') faults.push('not black: ' + one.outerHTML)
    }
    return faults
  })()`)) as string[]
}
