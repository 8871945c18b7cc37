import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { readWords } from '../../../dashboard/test/read-words.ts'
import { makeOfSources } from '../../src/dashboard/make-dashboard.ts'
import { type Browser, openBrowser, watchComplaints } from '../open-browser.ts'
import { sessionOf } from '../service.ts'
import { findScreens } from './looks/find-screens.ts'
import { everyView, lookAtScreen } from './looks/look-at-screen.ts'
import { type Everything, makeOneOfEverything } from './looks/one-of-everything.ts'
import { type Look, screensToLookAt } from './looks/screens-to-look-at.ts'

/** `npm run screenshots` keeps a picture of every screen in every view, for people to look at, and tells what is wrong. It takes many minutes. */
const folder = process.env.SCREENSHOTS
/** Of all screens those with this in their name. */
const only = process.env.SCREENS ?? ''

const languages = ['en', 'sw'] as const
type Language = (typeof languages)[number]

const browser: Browser | null = await openBrowser()
const options = {
  skip:
    (browser === null && 'there is no Chromium, and none can be installed here') ||
    (folder === undefined && 'npm run screenshots looks at every screen'),
}

let everything: Everything
before(async () => {
  if (folder === undefined) return
  // Making the dashboard may take longer than a page is waited for.
  const [made] = await Promise.all([makeOneOfEverything(), makeOfSources()])
  everything = made
  mkdirSync(folder, { recursive: true })
})
after(async () => {
  await browser?.close()
  await everything?.close()
})

test(
  'axe finds nothing on any screen, nothing stands out, nothing complains, Swahili is Swahili',
  options,
  async () => {
    const looks = screensToLookAt(await findScreens(), everything).filter(({ name }) => name.includes(only))
    const isLeftEnglish = await englishFinder()
    const faults: string[] = []
    for (const as of ['owner', 'admin', 'beginner', 'stranger'] as const) {
      const theirs = looks.filter((look) => look.as === as)
      const [english, swahili] = await Promise.all(
        languages.map((language) => lookAtAll(theirs, as, language)),
      )
      faults.push(...(english?.faults ?? []), ...(swahili?.faults ?? []))
      for (const [name, texts] of swahili?.said ?? []) {
        const untold = texts.filter((text) => english?.said.get(name)?.includes(text) && isLeftEnglish(text))
        faults.push(...untold.map((text) => `${name} says in both languages: ${text}`))
      }
    }
    assert.deepEqual(faults, [])
  },
)

async function lookAtAll(looks: Look[], as: Look['as'], language: Language) {
  const { service } = everything
  const page = await (browser as Browser).newPage({ locale: language, baseURL: service.url })
  if (as !== 'stranger') {
    const email = {
      owner: everything.ownerEmail,
      admin: everything.adminEmail,
      beginner: everything.beginner.ownerEmail,
    }[as]
    const [name = '', value = ''] = (await sessionOf(service, email)).split('=')
    await page.context().addCookies([{ name, value, url: service.url }])
  }
  const complaints = watchComplaints(page, service.url)
  const faults: string[] = []
  const said = new Map<string, string[]>()
  for (const { name, path } of looks) {
    const where = `${name}, ${language}`
    const seen = await lookAtScreen(page, { path, where, views: everyView, folder }).catch(
      (error: unknown) => ({
        faults: [`${where} at ${path}: ${error}`],
        texts: [],
      }),
    )
    faults.push(
      ...seen.faults,
      ...complaints.splice(0).map((complaint) => `${where} complains: ${complaint}`),
    )
    said.set(name, seen.texts)
  }
  await page.close()
  return { faults, said }
}

/** What was written by people or is said to machines; the rest is found by words that only English has. */
const written =
  /^[\w.-]+@|^https?:|^[a-z_]+([.:][a-z_]+)+$|^(GET|POST|PATCH|PUT|DELETE)\b|^[{[</]|^curl |^(sandbox|live) key$/

async function englishFinder(): Promise<(text: string) => boolean> {
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]{3,}/g) ?? []
  const pairs = (await readWords()).filter(({ en, sw }) => en !== sw)
  const swahili = new Set(pairs.flatMap(({ sw }) => wordsOf(sw)))
  const english = new Set(pairs.flatMap(({ en }) => wordsOf(en)).filter((word) => !swahili.has(word)))
  return (text) => !written.test(text) && wordsOf(text).some((word) => english.has(word))
}
