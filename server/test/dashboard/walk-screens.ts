import type { Page } from 'playwright-core'

/** One screen as somebody found it: its address with ids left out, and what can be pressed there. */
export type Seen = { screen: string; path: string; buttons: string[] }

const id = /\/[0-9a-f]{8}-[0-9a-f-]{27}|\/(req|whd|evt)_[^/]+/g

/** `/m/…/sandbox/payments/01a…` as `payments/:id`, `/admin/live` as `admin/live`. */
export function screenOf(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  return plain.replace(/^\/m\/[^/]+\/(live|sandbox)\/?/, '').replaceAll(id, '/:id') || 'home'
}

/** Goes where a link would lead, without loading the page anew, and waits until all of it is there. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    for (const one of document.querySelectorAll('h1')) one.dataset.left = ''
    history.pushState({}, '', ${JSON.stringify(path)})
  })()`)
  await whenShown(page)
}

export async function whenShown(page: Page): Promise<void> {
  await page.locator('h1:not([data-left])').first().waitFor()
  await page.locator('main [role=status][aria-label=Loading]').first().waitFor({ state: 'detached' })
}

/** The names of what can be pressed, and where links lead, in what the page is for and in its frame. */
async function look(page: Page): Promise<{ buttons: string[]; links: string[] }> {
  return (await page.evaluate(`(() => {
    const shown = (one) => one.checkVisibility()
    const nameOf = (one) => (one.getAttribute('aria-label') ?? one.textContent).replace(/\\s+/g, ' ').trim()
    const main = document.querySelector('main') ?? document.body
    return {
      buttons: [...new Set([...main.querySelectorAll('button, a[data-look]')].filter(shown).map(nameOf))],
      links: [...document.querySelectorAll('nav a[href], main a[href]')].filter(shown).map((one) => one.getAttribute('href')),
    }
  })()`)) as { buttons: string[]; links: string[] }
}

/**
 * What is on the screen of that address. A form that was sent leads on by itself, maybe only after the walk has: then it is gone to once more. Some
 * addresses always lead elsewhere.
 */
async function lookAt(page: Page, path: string): ReturnType<typeof look> {
  const [wanted] = path.split(/[?#]/)
  const isThere = async () => (await page.evaluate('location.pathname')) === wanted
  for (let tries = 0; ; tries += 1) {
    if (tries === 0 && (await isThere()) && path === wanted) await whenShown(page)
    else await goTo(page, path)
    const seen = await look(page)
    if (tries === 2 || (await isThere())) return seen
  }
}

/** Every screen that links lead to from where the page stands, each kind of screen once, in the same environment. `visit` does something on each. */
export async function walkScreens(
  page: Page,
  within: string,
  visit?: (seen: Seen) => Promise<void>,
): Promise<Seen[]> {
  const seen = new Map<string, Seen>()
  const ahead = [new URL(page.url()).pathname]
  for (let path = ahead.shift(); path !== undefined; path = ahead.shift()) {
    const screen = screenOf(path)
    if (seen.has(screen)) continue
    const { buttons, links } = await lookAt(page, path)
    const one = { screen, path, buttons }
    seen.set(screen, one)
    ahead.push(...links.filter((to) => to.startsWith(within)))
    await visit?.(one)
  }
  return [...seen.values()]
}
