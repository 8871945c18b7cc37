import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Circumstances } from './circumstances.ts'
import { type Found, found as foundNow } from './figures.ts'
import { inMarkdown } from './in-markdown.ts'
import { inSvg } from './in-svg.ts'

const docs = join(import.meta.dirname, '..', '..', '..', 'docs')
const [begin, end] = ['<!-- found by npm run bench: begin -->', '<!-- found by npm run bench: end -->']

/**
 * What was found with `--write`: a table in the page, a picture, and the figures for programs. A bench that was not run now keeps what it found last on
 * the same machine and versions: both sides of a ratio are always of one run.
 */
export async function writeReport(circumstances: Circumstances): Promise<void> {
  await mkdir(join(docs, 'performance'), { recursive: true })
  const found = withEarlier(await readEarlier(), circumstances)
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

type Earlier = Found & { circumstances: Circumstances }

async function readEarlier(): Promise<Earlier | undefined> {
  const text = await readFile(join(docs, 'performance', 'figures.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Earlier)
}

function withEarlier(earlier: Earlier | undefined, now: Circumstances): Found {
  if (!earlier || placeOf(earlier.circumstances) !== placeOf(now)) return foundNow
  const ran = new Set([...foundNow.figures, ...foundNow.rates, ...foundNow.remarks].map(({ bench }) => bench))
  const kept = <One extends { bench: string }>(before: One[], fresh: One[]) => [
    ...before.filter(({ bench }) => !ran.has(bench)),
    ...fresh,
  ]
  return {
    figures: kept(earlier.figures, foundNow.figures),
    rates: kept(earlier.rates, foundNow.rates),
    remarks: kept(earlier.remarks, foundNow.remarks),
  }
}

function placeOf({ machine, node, postgresql, generator }: Circumstances): string {
  return [machine, node, postgresql, generator].join()
}
