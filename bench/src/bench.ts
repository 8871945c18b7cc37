import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/src/config.ts'
import { type Installation, openInstallation } from '../../server/src/installation.ts'
import { openSameServer, type SameServer } from './anchors/same-server.ts'
import { benchAskingForPayments } from './bench-asking-for-payments.ts'
import { benchBesidePayments } from './bench-beside-payments.ts'
import { benchDashboard } from './bench-dashboard.ts'
import { benchDeliveries } from './bench-deliveries.ts'
import { benchFirstPaint } from './bench-first-paint.ts'
import { benchGrowth } from './bench-growth.ts'
import { benchHangingCalls } from './bench-hanging-calls.ts'
import { benchListsBesideIntake } from './bench-lists-beside-intake.ts'
import { benchMerchant } from './bench-merchant.ts'
import { benchNodes } from './bench-nodes.ts'
import { benchPages } from './bench-pages.ts'
import { benchPaidSeen } from './bench-paid-seen.ts'
import { benchPostings } from './bench-postings.ts'
import { benchReadingAMerchant } from './bench-reading-a-merchant.ts'
import { benchReadingAMillion } from './bench-reading-a-million.ts'
import { benchRefusals } from './bench-refusals.ts'
import { benchRules } from './bench-rules.ts'
import { benchSlowConnections } from './bench-slow-connections.ts'
import { benchSoak } from './bench-soak.ts'
import { benchHeldUp, benchPoison } from './bench-spoilt-batches.ts'
import { benchStrangers } from './bench-strangers.ts'
import { benchTracing } from './bench-tracing.ts'
import { benchWholeLives } from './bench-whole-lives.ts'
import { benchYears } from './bench-years.ts'
import { find } from './load.ts'
import { rounds, seconds } from './measure.ts'
import { type Circumstances, readCircumstances } from './report/circumstances.ts'
import { beginBench, found } from './report/figures.ts'
import { inMarkdown } from './report/in-markdown.ts'
import { writeReport } from './report/write-report.ts'

/** Every figure stands beside one of the same run: machines differ, and are noisy, but ratios can be compared. */
const benches: Record<string, () => Promise<boolean>> = {
  merchant: () => withFolder(benchReadingAMerchant),
  asking: () => withFolder(benchAskingForPayments),
  beside: () => withFolder(benchBesidePayments),
  tracing: () => withFolder(benchTracing),
  rules: () => withFolder(benchRules),
  nodes: () => withFolder(benchNodes),
  refusals: () => withFolder(benchRefusals),
  lives: () => withWorld(benchWholeLives),
  postings: () =>
    withWorld(async (world, server) =>
      benchPostings(world, (await benchMerchant(world)).merchant_id, server),
    ),
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
  'paid-seen': () => withFolder(benchPaidSeen),
  'lists-beside-intake': () => withFolder(benchListsBesideIntake),
  slow: () => withFolder(benchSlowConnections),
  growth: () => withWorld((world, _server, { lists }) => benchGrowth(world, lists)),
  soak: () => withFolder(benchSoak),
}

/** Half an hour, and only for whoever asks. */
const onlyByName = ['soak']

const asked = process.argv.slice(2)
const words = asked.filter((word) => word !== '--write')
if (words.some((name) => !(name in benches))) {
  console.log(`npm run bench -- [--write] [bench …]: ${Object.keys(benches).join(', ')}`)
  process.exit(words.includes('--help') ? 0 : 1)
}
console.log(
  `Best of ${rounds} rounds of ${seconds} s in turns, load from ${find('wrk') ? 'wrk' : 'node'}, embedded PostgreSQL`,
)
const wanted = words.length > 0 ? words : Object.keys(benches).filter((name) => !onlyByName.includes(name))
const missed: string[] = []
for (const name of wanted) {
  beginBench(name)
  if (!(await benches[name]?.())) missed.push(name)
}
const circumstances = await circumstancesOfRun()
console.log(`\n${inMarkdown(circumstances, found)}`)
if (asked.includes('--write')) await writeReport(circumstances)
console.log(missed.length > 0 ? `\nMissed: ${missed.join(', ')}` : '\nAll promises held.')
process.exitCode = missed.length > 0 ? 1 : 0

async function circumstancesOfRun(): Promise<Circumstances> {
  const dataDir = await mkdtemp(join(tmpdir(), 'malipo-bench-'))
  try {
    return await readCircumstances(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withFolder(bench: (dataDir: string) => Promise<boolean>): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'malipo-bench-'))
  try {
    return await bench(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withWorld(
  bench: (world: Installation['world'], server: SameServer, pools: Installation['pools']) => Promise<boolean>,
): Promise<boolean> {
  return await withFolder(async (dataDir) => {
    const config = readConfig({ DATA_DIR: dataDir })
    const installation = await openInstallation(config, { applicationName: 'malipo-bench', log: () => {} })
    const server = await openSameServer(dataDir)
    try {
      return await bench(installation.world, server, installation.pools)
    } finally {
      await server.close()
      await installation.close()
    }
  })
}
