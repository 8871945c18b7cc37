import type { Page } from 'playwright-core'
import { type Browser, watchComplaints } from '../../open-browser.ts'
import { watchTransfers } from './watch-transfers.ts'

export type Wish = { path: string; scripts?: boolean; language?: string }
export type OnPhone = {
  page: Page
  complaints: string[]
  transfers: Awaited<ReturnType<typeof watchTransfers>>
}

/** A payer's phone, 360 px wide, which opens a page, with or without scripts, and keeps count of what that costs. */
export async function openOnPhone(browser: Browser, origin: string, wish: Wish): Promise<OnPhone> {
  const { path, scripts = true, language = 'en' } = wish
  const page = await browser.newPage({ javaScriptEnabled: scripts, locale: language })
  const complaints = watchComplaints(page, origin)
  const transfers = await watchTransfers(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`${origin}${path}`)
  return { page, complaints, transfers }
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true }).waitFor()

/** Chooses to be asked on the phone, and is. */
export async function askOnPhone(page: Page, phone = '0712 345 678'): Promise<void> {
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: /^Pay TSh/ }).click()
  await heading(page, 'Check your phone')
}
