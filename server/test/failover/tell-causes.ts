import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nodes } from './nodes.ts'

/** What the logs of a cluster say of requests that were not answered well: whom HAProxy led to nobody, and who waited for whom in the database. */
export async function tellCauses(folder: string): Promise<string[]> {
  const logOf = (name: string) => readFile(join(folder, 'logs', `${name}.log`), 'utf8')
  const led = (await logOf('haproxy')).split('\n').filter((line) => badlyLed.test(line))
  const databases = await Promise.all(nodes.map(logOf))
  return [...led, ...databases.flatMap((text) => text.match(stillWaiting) ?? [])]
}

const badlyLed = / callers~? \S+\/\S+ \S+ 50[234] /

/** For more than a second. With the lines that belong to it: who holds it, where and in which statement. */
const stillWaiting = /^.* still waiting for .*(\n.* (?:DETAIL|CONTEXT|STATEMENT): .*|\n\t.*)*/gm
