import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Browser, watchComplaints } from '../open-browser.ts'
import { type Service, sessionOf } from '../service.ts'

export type Entered = { page: Page; complaints: string[]; open(path: string): Promise<void> }

type Wishes = {
  email: string
  /** The path to begin at; the bare address unless told otherwise. */
  path?: string
  language?: 'en' | 'sw'
  /** A phone's width, light or dark, or whatever else the browser can pretend. */
  as?: BrowserContextOptions
}

export const onPhone = { viewport: { width: 360, height: 740 }, hasTouch: true }

/** Somebody who is signed in already, in a browser of their own. Complaints are all that the page should not have said. */
export async function enterDashboard(browser: Browser, service: Service, wishes: Wishes): Promise<Entered> {
  const { email, path = '/', language = 'en', as = {} } = wishes
  const page = await browser.newPage({ locale: language, viewport: { width: 1280, height: 860 }, ...as })
  const complaints = watchComplaints(page, service.url)
  const [name = '', value = ''] = (await sessionOf(service, email)).split('=')
  await page.context().addCookies([{ name, value, url: service.url }])
  const open = async (to: string) => {
    await page.goto(service.url + to)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await open(path)
  return { page, complaints, open }
}

/** Another tab of the same browser. */
export async function openTab(page: Page, address: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate(`void open(${JSON.stringify(address)})`)
  const tab = await opened
  tab.setDefaultTimeout(20_000)
  await tab.getByRole('heading', { level: 1 }).waitFor()
  return tab
}
