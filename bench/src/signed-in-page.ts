import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Browser } from '../../server/test/open-browser.ts'
import type { Child } from './child.ts'

/** The cookies of the owner of the bench's merchant, as a browser sends them. */
export async function signIn({ message }: Child): Promise<string> {
  const response = await fetch(`${message.url}/v1/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: message.email, password: 'a password' }),
  })
  if (response.status !== 200) throw new Error(`Cannot sign in: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** An empty page of somebody who is signed in, with nothing kept from before. */
export async function openSignedInPage(
  browser: Browser,
  child: Child,
  options: BrowserContextOptions,
): Promise<Page> {
  const page = await browser.newPage({ locale: 'en', ...options })
  const cookies = (await signIn(child)).split('; ').map((one) => {
    const at = one.indexOf('=')
    return { name: one.slice(0, at), value: one.slice(at + 1), url: child.message.url ?? '' }
  })
  await page.context().addCookies(cookies)
  return page
}
