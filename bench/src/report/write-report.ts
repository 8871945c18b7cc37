import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Circumstances } from './circumstances.ts'
import { found } from './figures.ts'
import { inMarkdown } from './in-markdown.ts'
import { inSvg } from './in-svg.ts'

const docs = join(import.meta.dirname, '..', '..', '..', 'docs')
const [begin, end] = ['<!-- found by npm run bench: begin -->', '<!-- found by npm run bench: end -->']

/** What the last run with `--write` found: a table in the page, a picture, and the figures for programs. */
export async function writeReport(circumstances: Circumstances): Promise<void> {
  await mkdir(join(docs, 'performance'), { recursive: true })
  const page = join(docs, 'performance.md')
  const text = await readFile(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${page} has no place for the figures`)
  const table = inMarkdown(circumstances, found)
  const picture = '![Each ratio against its promise](performance/ratios.svg)'
  await writeFile(page, `${text.slice(0, from)}${begin}\n\n${picture}\n\n${table}\n${text.slice(to)}`)
  await writeFile(join(docs, 'performance', 'ratios.svg'), inSvg(found.figures))
  const json = JSON.stringify({ circumstances, ...found }, null, 2)
  await writeFile(join(docs, 'performance', 'figures.json'), `${json}\n`)
}
