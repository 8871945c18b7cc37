import { startChild } from './child.ts'
import { measure, promise, showLoads } from './measure.ts'
import { makePayersPages } from './payers-pages.ts'

/** As phones ask: packed, in a language. */
const headers = { 'accept-encoding': 'gzip, br', 'accept-language': 'sw' }

/** A page of payers, read, written and packed, costs the service at most three times what a merchant's read of the payment costs. */
export async function benchPages(dataDir: string): Promise<boolean> {
  const own = await startChild('./own-server.ts', { DATA_DIR: dataDir, ROLE: 'api' })
  try {
    const { read, hosted, link } = await makePayersPages(own)
    console.log('\nPages of payers')
    const results = await measure({
      'GET a collection with an API key': read,
      'GET its hosted page': { url: hosted, headers },
      'GET the page of a payment link': { url: link, headers },
    })
    showLoads(results)
    const [reads = 0, ...pages] = [...results.values()].map(({ requestsPerSecond }) => requestsPerSecond)
    const kept = ['hosted page', 'page of a link'].map((name, place) =>
      promise(`${name} / authenticated read, in time`, reads / (pages[place] ?? 0), { atMost: 3 }),
    )
    return kept.every(Boolean)
  } finally {
    await own.stop()
  }
}
