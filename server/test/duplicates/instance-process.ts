import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase } from '../../src/database/database.ts'
import { request, type Sent, type Service, startService } from '../service.ts'
import { chanceFrom } from '../simulation/kernel/chance.ts'
import type { TestDatabase } from '../test-database.ts'
import { rainCallbacks } from './callbacks-again-and-again.ts'
import { environment, type Share, type Told } from './instances.ts'
import { raceForBalances } from './overdraft-races.ts'

// One of the instances of `instances.ts`, with its share of those who call: they call all instances.
const { url, adminUrl } = JSON.parse(process.argv[2] ?? '') as Pick<TestDatabase, 'url' | 'adminUrl'>
const sql = connectDatabase({ url, poolSize: 10, applicationName: 'test' })
const drop = async () => void (await sql.end({ timeout: 1 }))
const own = await startService({ environment, database: { url, adminUrl, sql, drop } })
const tell = (told: Told) => void process.send?.(told)

process.on('message', async (share: Share) => {
  const chance = chanceFrom(`${share.seed} ${share.place}`)
  // Its own first, because what is made for the story is made there.
  const services = [own.url, ...share.urls.filter((one) => one !== own.url)].map(seenAt)
  if ('races' in share) return tell(await raceForBalances(services, chance, share.races))
  tell(await rainCallbacks(services, chance, share))
})

/** So often somebody is asked to wait before it is told as a fault. */
const mostWaits = 50

/** The same service, as it is met at one of its addresses. Who is asked there to wait does so, and sends the same again. */
function seenAt(address: string): Service {
  return {
    ...own,
    url: address,
    async call(path: string, sent: Sent = {}) {
      for (let waited = 0; ; waited += 1) {
        const reply = await request(`${address}${path}`, sent)
        const seconds = reply.headers.get('retry-after')
        if (reply.status !== 503 || seconds === null || waited >= mostWaits) return reply
        await sleep(Number(seconds) * 1_000)
      }
    },
  }
}

process.on('disconnect', async () => {
  await own.stop()
  await drop()
})
tell({ url: own.url })
