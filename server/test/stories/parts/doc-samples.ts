import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Service } from '../../service.ts'

/** What a page of docs/ has its reader set: the words after the dollar signs. */
export type Known = Record<string, string>

type Seen = { sample: string; status: number; data: Record<string, unknown> }

/** Where the service of a page is; its own process, or one of its own. */
type Served = Pick<Service, 'url'>

/**
 * Runs each curl of a page of docs/ as a shell would, in their order, each with what is known by then. `learn` is told every answer, and
 * says what of it the reader would keep.
 */
export async function runSamples(
  service: Served,
  page: string,
  known: Known,
  learn: (seen: Seen) => Known | Promise<Known>,
): Promise<Seen[]> {
  const text = await readFile(join(import.meta.dirname, '../../../../docs', page), 'utf8')
  const blocks = Array.from(text.matchAll(/^```\n(.*?)^```$/gms), ([, block = '']) => block)
  const all: Seen[] = []
  for (const block of blocks) {
    for (const [sample] of block.matchAll(/^curl (?:'[^']*'|\\\n|[^\n'])*$/gm)) {
      const seen = { sample, ...(await send(service, wordsOf(sample, known))) }
      all.push(seen)
      Object.assign(known, await learn(seen))
    }
  }
  return all
}

/** The words of a command: in single quotes as they stand, elsewhere with what is known in place of its name. */
function wordsOf(command: string, known: Known): string[] {
  const words = command.replaceAll('\\\n', ' ').match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  return words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"|[^'"]+/g, (piece, plain?: string, filled?: string) =>
      plain === undefined ? filledIn(filled ?? piece, known) : plain,
    ),
  )
}

function filledIn(text: string, known: Known): string {
  return text
    .replace('$(uuid)', randomUUID())
    .replace(/\$([A-Z]+)/g, (_, name: string) => known[name] ?? assert.fail(`nobody has set $${name}`))
}

async function send(service: Served, [, ...words]: string[]): Promise<Omit<Seen, 'sample'>> {
  const asked = { url: '', method: 'GET', headers: new Headers(), body: undefined as string | undefined }
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-X') asked.method = words.shift() ?? ''
    else if (word === '-H') asked.headers.append(...headerFrom(words.shift() ?? ''))
    else if (word === '-d') [asked.body, asked.method] = [words.shift(), asked.method.replace('GET', 'POST')]
    else if (word === '-o') words.shift()
    else if (word !== '-s') asked.url = word.replace('http://localhost:4000', service.url)
  }
  const { url, method, headers, body } = asked
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
  const answer = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, data: (isJson && JSON.parse(answer).data) || {} }
}

function headerFrom(line: string): [string, string] {
  const [name = '', ...value] = line.split(': ')
  return [name, value.join(': ')]
}
