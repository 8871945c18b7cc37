import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { measure, promise, showLoads } from './measure.ts'
import { makePayersPages } from './payers-pages.ts'

/** As phones ask: packed, in a language. */
const headers = { 'accept-encoding': 'gzip, br', 'accept-language': 'sw' }

/** A page of payers, read, written and packed, beside a merchant's read of the payment and beside the framework that sends the same bytes. */
export async function benchPages(dataDir: string): Promise<boolean> {
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  const folder = await mkdtemp(join(tmpdir(), 'malipo-bench-'))
  const { read, hosted, link } = await makePayersPages(own)
  await writeFile(join(folder, 'page'), await bytesOf(hosted))
  const bare = await startChild('./bare-server.ts', { PAGE_FILE: join(folder, 'page') })
  try {
    console.log('\nPages of payers')
    const results = await measure({
      'GET a collection with an API key': read,
      'GET its hosted page': { url: hosted, headers },
      'GET the page of a payment link': { url: link, headers },
      'GET the same bytes from bare Fastify': { url: `${bare.message.url}/page`, headers },
    })
    showLoads(results)
    const [reads = 0, page = 1, ofLink = 1, same = 1] = [...results.values()].map(
      ({ requestsPerSecond }) => requestsPerSecond,
    )
    const kept = [
      promise('hosted page / authenticated read, in time', reads / page, { atMost: 3 }),
      promise('page of a link / authenticated read, in time', reads / ofLink, { atMost: 3 }),
      promise('hosted page / the same bytes from bare Fastify', page / same, { atLeast: 0.5 }),
      promise('page of a link / the same bytes from bare Fastify', ofLink / same, { atLeast: 0.5 }),
    ]
    return kept.every(Boolean)
  } finally {
    await Promise.all([own.stop(), bare.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

/** As they are on the wire, still packed. */
function bytesOf(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers }, async (response) => resolve(Buffer.concat(await Array.fromAsync(response))))
      .on('error', reject)
  })
}
