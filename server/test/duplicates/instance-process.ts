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
  const services = [own, ...share.urls.filter((one) => one !== own.url).map((other) => seenAt(other))]
  if ('races' in share) return tell(await raceForBalances(services, chance, share.races))
  tell(await rainCallbacks(services, chance, share))
})

/** The same service, as it is met at another of its addresses. */
function seenAt(other: string): Service {
  return { ...own, url: other, call: (path: string, sent: Sent = {}) => request(`${other}${path}`, sent) }
}

process.on('disconnect', async () => {
  await own.stop()
  await drop()
})
tell({ url: own.url })
