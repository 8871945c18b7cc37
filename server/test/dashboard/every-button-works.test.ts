import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Operation, operations, type Role } from '@malipo/contract'
import type { Page } from 'playwright-core'
import { type Browser, openBrowser } from '../open-browser.ts'
import { assembleCast, type Cast } from '../permissions/cast.ts'
import { type Service, startService } from '../service.ts'
import { actionOf, actions } from './actions-of-screens.ts'
import { enterDashboard } from './enter-dashboard.ts'
import { seedOneOfEverything } from './one-of-everything.ts'
import { type Seen, walkScreens, whenShown } from './walk-screens.ts'

const browser: Browser | null = await openBrowser()
const options = { skip: browser === null && 'there is no Chromium, and none can be installed here' }

let service: Service
let cast: Cast
before(async () => {
  service = await startService()
  cast = await assembleCast(service)
  await seedOneOfEverything(service, cast, 'Duka la Asha')
})
after(async () => {
  await browser?.close()
  await service.stop()
})

type Person = Role | 'super_admin'

/** Somebody in the dashboard, with every answer of the service that was a refusal for want of power. */
async function enter(person: Person, path: string): Promise<{ page: Page; refused: string[] }> {
  const email = cast.emails[person] ?? assert.fail(`nobody is ${person}`)
  const { page } = await enterDashboard(browser as Browser, service, { email, path })
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`)
  })
  // What was asked for before anybody listened is asked for again.
  await page.reload()
  await whenShown(page)
  return { page, refused }
}

function mayCall(role: Role, id: keyof typeof operations): boolean {
  const { access }: Operation = operations[id]
  return access.who !== 'merchant' || access.roles.includes(role)
}

/** What is wrong with a screen for somebody of that role: what nobody knows, and what they may not do. */
function faultsOf(role: Role, seen: Seen): string[] {
  return seen.buttons.flatMap((button) => {
    const known = actionOf(seen, button)
    if (known === undefined) return [`${seen.screen}: ${button} is in no row`]
    if (known.needs === null || mayCall(role, known.needs)) return []
    return [`${seen.screen}: ${button} is shown to ${role}, who may not ${known.needs}`]
  })
}

/** Presses what asks the service at once, and gives back the statuses of its answers. */
async function press(page: Page, seen: Seen): Promise<string[]> {
  const pressed: string[] = []
  for (const button of seen.buttons) {
    if (!actionOf(seen, button)?.isPressed) continue
    const answer = page.waitForResponse(
      (one) => one.request().method() !== 'GET' && one.url().includes('/v1/'),
    )
    await page.locator('main').getByRole('button', { name: button, exact: true }).first().click()
    pressed.push(`${seen.screen}: ${button} ${(await answer).status()}`)
  }
  return pressed
}

async function walkAs(role: Role) {
  const within = `/m/${cast.merchantId}/sandbox`
  const { page, refused } = await enter(role, role === 'cashier' ? `${within}/till` : within)
  const [faults, pressed]: [string[], string[]] = [[], []]
  const seen = await walkScreens(page, within, async (one) => {
    faults.push(...faultsOf(role, one))
    pressed.push(...(await press(page, one)))
  })
  await page.context().close()
  return { role, refused, faults, pressed, screens: seen.map(({ screen }) => screen) }
}

type Walked = Awaited<ReturnType<typeof walkAs>>

function judge({ role, refused, faults, pressed }: Walked): void {
  assert.deepEqual(refused, [], `${role}: nothing is refused while screens are opened or buttons pressed`)
  assert.deepEqual(faults, [], role)
  for (const one of pressed) assert.match(one, / (2\d\d|409|422)$/, `${role}: ${one}`)
}

for (const roles of [
  ['owner', 'admin', 'finance'],
  ['developer', 'viewer', 'cashier'],
] as const)
  test(`${roles.join(', ')} see what they may do, and nothing else`, options, async () => {
    const walked = await Promise.all(roles.map(walkAs))
    for (const one of walked) judge(one)
    const [owner] = walked
    if (owner?.role !== 'owner') return
    // So that the walk cannot pass by seeing nothing.
    assert.ok(owner.screens.length >= 38, `the owner saw only ${owner.screens}`)
    const toPress = actions.filter(({ isPressed }) => isPressed)
    assert.equal(
      owner.pressed.filter((one) => / 2\d\d$/.test(one)).length,
      toPress.length,
      `${owner.pressed}`,
    )
  })

test('a Super Admin opens every screen of the console; nobody else finds it', options, async () => {
  const { page, refused } = await enter('super_admin', '/admin/sandbox')
  const seen = await walkScreens(page, '/admin/sandbox')
  assert.ok(seen.length > 0)
  assert.deepEqual(refused, [])
  const owner = await enter('owner', '/admin/sandbox')
  await owner.page.getByRole('heading', { name: 'Nothing here' }).waitFor()
})
