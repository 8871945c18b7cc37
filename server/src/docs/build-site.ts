import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { openApi } from '@malipo/contract'
import type { Language } from '../pages/pages.ts'
import { errorsDoc } from './errors-doc.ts'
import { type Doc, readGuides, repository } from './read-guides.ts'
import { type Reference, readReference } from './read-reference.ts'
import { eventsDoc, referenceDocs } from './reference-docs.ts'

export type Site = {
  baseUrl: string
  /** In the order of the menu. */
  guides: Doc[]
  /** The guides that are translated, by their address in English. */
  translations: Map<string, Doc>
  /** Index, a page for each part of the interface, events, errors, changelog. */
  references: Doc[]
  reference: Reference
  /** Every page in English, by its address. */
  byAddress: Map<string, Doc>
}

/** Everything that can be read under /docs. Built at the first request, and kept. */
export async function buildSite(options: { baseUrl: string; version: string }): Promise<Site> {
  const reference = readReference(openApi(options))
  const [guides, swahili, changelog] = await Promise.all([
    readGuides('en'),
    readGuides('sw'),
    readFile(join(repository, 'CHANGELOG.md'), 'utf8'),
  ])
  const references = [
    ...referenceDocs(reference),
    eventsDoc(reference),
    errorsDoc(reference),
    changelogDoc(changelog),
  ]
  return {
    baseUrl: options.baseUrl,
    guides,
    translations: new Map(swahili.map((doc) => [doc.address.replace('/docs/sw/', '/docs/'), doc])),
    references,
    reference,
    byAddress: new Map([...guides, ...references].map((doc) => [doc.address, doc])),
  }
}

function changelogDoc(text: string): Doc {
  return {
    address: '/docs/changelog',
    language: 'en',
    title: 'Changelog',
    summary: 'What is there, and since when.',
    section: 'Reference',
    order: 1000,
    markdown: text.replace(/^# .*\n+/, ''),
    file: 'CHANGELOG.md',
  }
}

/** Where a link leads on the site: relative ones are from the file that holds them, as wherever Markdown is read. */
export function resolveLink(site: Site, doc: Doc, href: string): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [path = '', fragment] = href.split('#')
  const file = posix.join(posix.dirname(doc.file ?? ''), path)
  const found = [...site.guides, ...site.translations.values()].find((one) => one.file === file)
  if (found === undefined) return undefined
  return fragment === undefined ? found.address : `${found.address}#${fragment}`
}

/** The address of the same page in a language: what is not translated is shown as it is, under the words of the language. */
export function addressOfDoc(doc: Pick<Doc, 'address' | 'section'>, language: Language): string {
  const english = doc.address.replace(/^\/docs\/sw\//, '/docs/')
  return language === 'en' || doc.section === 'Reference' ? english : english.replace('/docs/', '/docs/sw/')
}
