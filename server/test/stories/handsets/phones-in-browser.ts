import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { type Browser, watchComplaints } from '../../open-browser.ts'
import type { Service } from '../../service.ts'

/** `SCREENSHOTS=screenshots npm test -- phones` keeps pictures of the phones, for people to look at. */
const folder = process.env.SCREENSHOTS

let numbers = 0

/** A number that no other test has, of a network by its first digits. */
export function newNumber(start = '754'): string {
  numbers += 1
  return `255${start}444${String(numbers).padStart(3, '0')}`
}

export type Wish = { phones?: string[]; lang?: 'sw' | 'en' }

/** The page with phones, when they are connected. */
export async function openPage(
  browser: Browser,
  service: Service,
  { phones = [newNumber()], lang = 'en' }: Wish,
) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const complaints = watchComplaints(page, service.url)
  await page.goto(`${service.url}/simulator?phones=${phones.map((one) => `${one}.${lang}`)}&lang=${lang}`)
  await page
    .locator('.money')
    .nth(phones.length - 1)
    .waitFor()
  return { page, complaints, handset: () => page.locator('.handset').first(), phone: phones[0] ?? '' }
}

export async function keep(page: Page, name: string): Promise<void> {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

export async function press(page: Page, digits: string): Promise<void> {
  for (const digit of digits) await page.getByRole('button', { name: digit, exact: true }).first().click()
}

/** What a network asks on a phone. */
export const box = (page: Page): Locator => page.getByRole('dialog')
