import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '../pages/pages.ts'

/** A page of the site, as Markdown. Whatever is served is written in it first, so that programs read what people do. */
export type Doc = {
  address: string
  language: Language
  title: string
  summary: string
  /** Under which heading of the menu it stands. */
  section: string
  order: number
  /** Without the title, and without what stands before it. */
  markdown: string
  /** Its file, from the root of the repository, for links that are relative to it. */
  file?: string
}

/** In the order in which a developer needs them. */
export const sections = ['Start', 'Collect', 'Bill', 'Pay out', 'Build', 'Run', 'Reference']

export const repository = join(import.meta.dirname, '../../..')
const folders: Record<Language, string> = { en: 'docs/guides', sw: 'docs/guides/sw' }
const addresses: Record<Language, string> = { en: '/docs', sw: '/docs/sw' }

/** The guides of a language, in the order of the menu. */
export async function readGuides(language: Language): Promise<Doc[]> {
  const folder = folders[language]
  const names = await readdir(join(repository, folder)).catch(nothingThere)
  const files = names.filter((name) => name.endsWith('.md'))
  const guides = await Promise.all(
    files.map(async (name) => {
      const file = `${folder}/${name}`
      const address = `${addresses[language]}/${name.slice(0, -3)}`
      return { ...parseGuide(await readFile(join(repository, file), 'utf8'), file), address, language, file }
    }),
  )
  return guides.sort((a, b) => sections.indexOf(a.section) - sections.indexOf(b.section) || a.order - b.order)
}

/** Whoever packs the service without its docs still has the reference. */
function nothingThere(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

type Parsed = Pick<Doc, 'title' | 'summary' | 'section' | 'order' | 'markdown'>

/** Reads what stands between the two lines of dashes, and the rest. A guide that lacks something says which file it is. */
export function parseGuide(text: string, file: string): Parsed {
  const [, front, rest] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  if (front === undefined || rest === undefined) throw new Error(`${file} does not begin with front matter`)
  const said = new Map(
    Array.from(front.matchAll(/^(\w+):\s*(.*?)\s*$/gm), ([, name = '', value = '']) => [
      name,
      value.replace(/^(["'])(.*)\1$/, '$2'),
    ]),
  )
  const [title = '', summary = '', section = ''] = ['title', 'summary', 'section'].map((n) => said.get(n))
  const order = Number(said.get('order'))
  if (title === '' || summary === '' || !sections.includes(section) || !Number.isFinite(order))
    throw new Error(
      `${file} needs a title, a summary, an order and one of the sections: ${sections.join(', ')}`,
    )
  return { title, summary, section, order, markdown: rest.trim().replace(/^# .*\n+/, '') }
}
