import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { newMember, password, type Service, startService } from '../service.ts'
import { openShop, type Shop } from '../stories/money/shop.ts'
import { enterDashboard, openTab } from './enter-dashboard.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }
const colleague = 'colleague@shop.test'

let service: Service
let shop: Shop
before(async () => {
  service = await startService()
  shop = await openShop(service)
  await newMember(service, { merchantId: shop.merchantId, email: colleague, role: 'finance' })
})
after(async () => {
  await browser?.close()
  await service.stop()
})

const home = () => `/m/${shop.merchantId}/live`

async function enter(path: string): Promise<Page> {
  const { page } = await enterDashboard(browser as Browser, service, { email: shop.ownerEmail, path })
  return page
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/sign-in/)
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().waitFor()
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('whoever signs out leaves nothing for the next: no text, no answer, no dialog', options, async () => {
  const page = await enter(`${home()}/withdrawals/new`)
  await page.getByLabel('Name of the recipient').fill('Asha Mushi')
  const kept = () =>
    page.evaluate(() => fetch('/v1/me', { cache: 'force-cache' }).then(({ status }) => status))
  assert.equal(await kept(), 200)
  // Whatever the page still asks for is asked for late.
  await page.route('**/assets/sign-in-screen*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await signOut(page)
  assert.equal(await page.getByRole('dialog').count(), 0, 'nobody is asked to go on as somebody else')
  assert.equal(await kept(), 401, 'what the service told the one before is not in the browser')
  await signIn(page, colleague)
  await page.waitForURL(`**${home()}`)
  await page.goto(`${service.url}${home()}/withdrawals/new`)
  await page.getByLabel('Name of the recipient').waitFor()
  assert.equal(await page.getByLabel('Name of the recipient').inputValue(), '')
  await page.close()
})

test('whoever goes on after a session of somebody else finds nothing of theirs', options, async () => {
  const page = await enter(`${home()}/withdrawals/new`)
  await page.getByLabel('Name of the recipient').fill('Asha Mushi')
  await page.context().clearCookies()
  await page.getByLabel('Amount').fill('10,000')
  await page.getByLabel('Network').selectOption('MPESA')
  await page.getByLabel('Phone number').fill('0712 345 678')
  await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  await page.getByRole('button', { name: 'Not you? Start with another account' }).click()
  await page.waitForURL(/\/sign-in/)
  await signIn(page, colleague)
  await page.waitForURL(`**${home()}`)
  await page.goto(`${service.url}${home()}/withdrawals/new`)
  await page.getByLabel('Name of the recipient').waitFor()
  assert.equal(await page.getByLabel('Name of the recipient').inputValue(), '')
  await page.close()
})

test('views are of whoever saved them: a phone number may stand in one', options, async () => {
  const page = await enter(`${home()}/payments?phone=0712345678`)
  const views = () => page.getByRole('button', { name: 'Views' }).click()
  await views()
  await page.getByLabel('Name of the view').fill('Asha')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('menuitem', { name: 'Asha' }).waitFor()
  await page.keyboard.press('Escape')
  await signOut(page)
  await signIn(page, colleague)
  await page.waitForURL(`**${home()}`)
  await page.goto(`${service.url}${home()}/payments`)
  await views()
  await page.getByLabel('Name of the view').waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Asha' }).count(), 0)
  await page.close()
})

test('whoever cannot sign out because there is no connection is told so', options, async () => {
  const page = await enter(`${home()}/payments`)
  await page.context().setOffline(true)
  await page.getByText('No connection. What you see may be old').waitFor()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const told = page.getByRole('dialog', { name: 'You may still be signed in' })
  await told.waitFor()
  await page.context().setOffline(false)
  await told.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/sign-in/)
  await page.close()
})

test(
  'a screen that is not there yet waits for the connection, and does not ask to be reloaded',
  options,
  async () => {
    const page = await enter(home())
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Team' }).first().click()
    await page.getByText('No connection. This page opens by itself once there is one.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Reload' }).count(), 0)
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Team', exact: true }).waitFor()
    await page.close()
  },
)

test('a tab that says one name never acts in another', options, async () => {
  const page = await enter(home())
  const other = await openTab(page, service.url + home())
  await signOut(other)
  await page.waitForURL(/\/sign-in/)
  await signIn(other, colleague)
  await other.waitForURL(`**${home()}`)
  await page.goto(`${service.url}${home()}`)
  await page.getByRole('button', { name: 'Your account: colleague' }).waitFor()

  // Somebody signs in over the session of another, as when the cookie was lost.
  await other.context().clearCookies()
  await other.goto(`${service.url}/sign-in`)
  await signIn(other, shop.ownerEmail)
  await other.waitForURL(`**${home()}`)
  await page.getByRole('button', { name: `Your account: ${shop.ownerEmail.split('@')[0]}` }).waitFor()
  await page.close()
})

test('a session that ended is begun again in all tabs at once', options, async () => {
  const page = await enter(home())
  const other = await openTab(page, service.url + home())
  await page.context().clearCookies()
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'Statement' }).first().click()
    await tab.getByRole('heading', { name: 'Your session has ended' }).waitFor()
  }
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  for (const tab of [page, other])
    await tab.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'hidden' })
  await page.close()
})
