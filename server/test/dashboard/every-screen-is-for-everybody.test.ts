import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { readWords } from '../../../dashboard/test/read-words.ts'
import { makeOfSources } from '../../src/dashboard/make-dashboard.ts'
import { type Browser, openBrowser, watchComplaints } from '../open-browser.ts'
import { sessionOf } from '../service.ts'
import { findScreens } from './looks/find-screens.ts'
import { glanceAtScreen, lookAtScreen } from './looks/look-at-screen.ts'
import { type Everything, makeOneOfEverything } from './looks/one-of-everything.ts'
import { type Look, screensToLookAt } from './looks/screens-to-look-at.ts'
import { isWrittenByOthers } from './looks/written-by-others.ts'

/**
 * A glance at one of each screen, in one language and scheme each. `npm run screenshots` looks at all of them in every view, keeps a picture of each for people to
 * look at, and takes many minutes.
 */
const folder = process.env.SCREENSHOTS
/** Of all screens those whose names contain one of these words. */
const only = (process.env.SCREENS ?? '').split(' ')

const languages = ['en', 'sw'] as const
type Language = (typeof languages)[number]

/** Each screen is glanced at in one of these. */
const mixes = [
  { language: 'en', scheme: 'light', width: 'wide' },
  { language: 'sw', scheme: 'dark', width: 'smallest' },
] as const

const browser: Browser | null = await openBrowser()
const skip = browser === null && 'there is no Chromium, and none can be installed here'

let everything: Everything
before(async () => {
  if (browser === null) return
  // Making the dashboard may take longer than a page is waited for.
  const [made] = await Promise.all([makeOneOfEverything(), makeOfSources()])
  everything = made
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
})
after(async () => {
  await browser?.close()
  await everything?.close()
})

/** Those who look, each at their own screens. */
const everybody = ['owner', 'admin', 'beginner', 'stranger'] as const

/** Every screen, with each of the things that it can show, or with one. */
async function screens(many: 'all' | 'one'): Promise<Look[]> {
  const looks = (await findScreens()).flatMap((screen) => {
    const ofScreen = screensToLookAt([screen], everything)
    return many === 'one' ? ofScreen.slice(0, 1) : ofScreen
  })
  return looks.filter(({ name }) => only.some((word) => name.includes(word)))
}

test('axe finds nothing on any screen, nothing stands out on the smallest phone or with large letters', {
  skip: skip || (folder !== undefined && 'all of it is looked at closely'),
}, async () => {
  const looks = await screens('one')
  const faults: string[] = []
  for (const as of everybody) {
    const theirs = looks.filter((look) => look.as === as)
    const glances = mixes.map(async ({ language, scheme, width }, at) => {
      const { page, complaints } = await enter(as, language, scheme)
      for (const look of theirs.filter((_, place) => place % 2 === at)) {
        const where = `${look.name}, ${language}`
        const seen = glanceAtScreen(page, { path: look.path, where, width })
        const found = await seen.catch((error: unknown) => [`${where} at ${look.path}: ${error}`])
        faults.push(...found, ...heard(complaints, look))
      }
      await page.close()
    })
    await Promise.all(glances)
  }
  // So that it cannot pass by looking at nothing.
  assert.ok(looks.length >= 60 || only[0] !== '', `only ${looks.length} screens were found`)
  assert.deepEqual(faults, [])
})

test('axe finds nothing on any screen, nothing stands out, nothing complains, Swahili is Swahili', {
  skip: skip || (folder === undefined && 'npm run screenshots looks at every screen'),
}, async () => {
  const looks = await screens('all')
  const isLeftEnglish = await englishFinder()
  const faults: string[] = []
  for (const as of everybody) {
    const theirs = looks.filter((look) => look.as === as)
    const [english, swahili] = await Promise.all(languages.map((language) => lookAtAll(theirs, as, language)))
    faults.push(...(english?.faults ?? []), ...(swahili?.faults ?? []))
    for (const [name, texts] of swahili?.said ?? []) {
      const untold = texts.filter((text) => english?.said.get(name)?.includes(text) && isLeftEnglish(text))
      faults.push(...untold.map((text) => `${name} says in both languages: ${text}`))
    }
  }
  assert.deepEqual(faults, [])
})

/** Somebody's browser, signed in unless they are a stranger. */
async function enter(as: Look['as'], language: Language, colorScheme: 'light' | 'dark' = 'light') {
  const { service } = everything
  const page = await (browser as Browser).newPage({ locale: language, baseURL: service.url, colorScheme })
  if (as !== 'stranger') {
    const email = {
      owner: everything.ownerEmail,
      admin: everything.adminEmail,
      beginner: everything.beginner.ownerEmail,
    }[as]
    const [name = '', value = ''] = (await sessionOf(service, email)).split('=')
    await page.context().addCookies([{ name, value, url: service.url }])
  }
  return { page, complaints: watchComplaints(page, service.url) }
}

/** What a page said that it should not have. Whoever looks for an id asks for each kind of thing, and is told of most that there is none. */
function heard(complaints: string[], { name }: Look): string[] {
  const all = complaints.splice(0).map((complaint) => `${name} complains: ${complaint}`)
  return name.startsWith('admin-find') ? all.filter((one) => !one.includes('404')) : all
}

async function lookAtAll(looks: Look[], as: Look['as'], language: Language) {
  const { page, complaints } = await enter(as, language)
  const faults: string[] = []
  const said = new Map<string, string[]>()
  for (const look of looks) {
    const { name, path } = look
    const where = `${name}, ${language}`
    const seen = await lookAtScreen(page, { path, where, folder: folder as string }).catch(
      (error: unknown) => ({
        faults: [`${where} at ${path}: ${error}`],
        texts: [],
      }),
    )
    faults.push(...seen.faults, ...heard(complaints, look))
    said.set(name, seen.texts)
  }
  await page.close()
  return { faults, said }
}

/** Whether a text has a word that only English has, and neither a person nor a machine wrote it. */
async function englishFinder(): Promise<(text: string) => boolean> {
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? []
  const pairs = (await readWords()).filter(({ en, sw }) => en !== sw)
  const swahili = new Set(pairs.flatMap(({ sw }) => wordsOf(sw)))
  const english = new Set(pairs.flatMap(({ en }) => wordsOf(en)).filter((word) => !swahili.has(word)))
  return (text) => !isWrittenByOthers(text) && wordsOf(text).some((word) => english.has(word))
}
