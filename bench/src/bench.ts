import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/src/config.ts'
import { openInstallation } from '../../server/src/installation.ts'
import { benchAskingForPayments } from './bench-asking-for-payments.ts'
import { benchDashboard } from './bench-dashboard.ts'
import { benchDeliveries } from './bench-deliveries.ts'
import { benchFirstPaint } from './bench-first-paint.ts'
import { benchHangingCalls } from './bench-hanging-calls.ts'
import { benchListsBesideIntake } from './bench-lists-beside-intake.ts'
import { benchMerchant } from './bench-merchant.ts'
import { benchPages } from './bench-pages.ts'
import { benchPostings } from './bench-postings.ts'
import { benchReadingAMerchant } from './bench-reading-a-merchant.ts'
import { benchReadingAMillion } from './bench-reading-a-million.ts'
import { benchHeldUp, benchPoison } from './bench-spoilt-batches.ts'
import { benchStrangers } from './bench-strangers.ts'
import { benchWholeLives } from './bench-whole-lives.ts'
import { benchYears } from './bench-years.ts'
import { find } from './load.ts'
import { rounds, seconds } from './measure.ts'

/** Every figure stands beside one of the same run: machines differ, and are noisy, but ratios can be compared. */
const benches: Record<string, () => Promise<boolean>> = {
  merchant: () => withFolder(benchReadingAMerchant),
  asking: () => withFolder(benchAskingForPayments),
  lives: () => withWorld((world) => benchWholeLives(world)),
  postings: () => withWorld(async (world) => benchPostings(world, (await benchMerchant(world)).merchant_id)),
  deliveries: () => withWorld(benchDeliveries),
  million: benchReadingAMillion,
  hanging: () => withWorld(benchHangingCalls),
  strangers: () => withWorld(benchStrangers),
  held: () => withWorld(benchHeldUp),
  poison: () => withWorld(benchPoison),
  years: () => withWorld(benchYears),
  pages: () => withFolder(benchPages),
  dashboard: () => withFolder(benchDashboard),
  'first-paint': () => withFolder(benchFirstPaint),
  'lists-beside-intake': () => withFolder(benchListsBesideIntake),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) throw new Error(`There is no bench ${unknown}; there are ${Object.keys(benches)}`)
console.log(
  `Best of ${rounds} rounds of ${seconds} s in turns, load from ${find('wrk') ? 'wrk' : 'node'}, embedded PostgreSQL`,
)
const missed: string[] = []
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  if (!(await benches[name]?.())) missed.push(name)
}
console.log(missed.length > 0 ? `\nMissed: ${missed.join(', ')}` : '\nAll promises held.')
process.exitCode = missed.length > 0 ? 1 : 0

async function withFolder(bench: (dataDir: string) => Promise<boolean>): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'malipo-bench-'))
  try {
    return await bench(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

type World = Awaited<ReturnType<typeof openInstallation>>['world']

async function withWorld(bench: (world: World) => Promise<boolean>): Promise<boolean> {
  return await withFolder(async (dataDir) => {
    const config = readConfig({ DATA_DIR: dataDir })
    const installation = await openInstallation(config, { applicationName: 'malipo-bench', log: () => {} })
    try {
      return await bench(installation.world)
    } finally {
      await installation.close()
    }
  })
}
