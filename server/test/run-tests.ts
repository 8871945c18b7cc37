import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { chmod, glob, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeOfSources } from '../src/dashboard/make-dashboard.ts'
import { openEmbeddedCluster } from '../src/database/database.ts'
import { bundleFiles } from './bundle-files.ts'
import { findChromium } from './find-chromium.ts'
import { judgeAnswers } from './openapi/judge-answers.ts'
import { answersFolder } from './openapi/note-answers.ts'
import { isOnlyProven } from './prove/proofs.ts'
import { type RunningChromium, startChromium } from './start-chromium.ts'
import { stopServersUnder } from './stop-servers-under.ts'
import { prepareTemplate } from './template-database.ts'

// What `npm test` runs: every test file but those that only a proof has time for, or all whose path contains one of the
// words given. Options go to Node.
const repository = join(import.meta.dirname, '..', '..')
const rooms = ['server/src', 'server/test', 'contract/src', '{sdk,cli,mcp,dashboard}/{src,test}', 'bench/src']
const patterns = rooms.map((room) => `${room}/**/*.test.ts`)

// Those that take longest begin first, so that none of them is alone at the end while the other cores have nothing to do.
const longest = [
  'server/test/simulation/collections.test.ts',
  'server/test/simulation/payouts.test.ts',
  'server/test/stories/payers-pay-in-a-browser.test.ts',
  'server/test/permissions/who-may-do-what.test.ts',
  'server/test/stories/the-books-are-reconciled.test.ts',
]

/**
 * A database lives for seconds here, and none outlives a power cut: whatever would be vacuumed is gone before it pays,
 * and nothing waits for the disk. What a killed service or server leaves behind is in the page cache all the same.
 */
const ofAThrowawayCluster = {
  max_connections: 300,
  autovacuum: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
}

/** Whoever is the first to ask a service for it would wait until it is made, and that may take longer than an answer may. */
const asksForDashboard = /^server\/test\/(dashboard|fuzz)\//

let tests: ChildProcess | undefined
let interrupted = false

async function main(): Promise<number> {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  const options = process.argv.slice(2).filter((word) => word.startsWith('--'))
  const files = await chooseFiles(words)
  if (files.length === 0) {
    console.error(`No test file's path contains ${words.join(' or ')}`)
    return 1
  }
  const home = await mkdtemp(join(tmpdir(), 'malipo-tests-'))
  // As root, PostgreSQL runs under another account, which must be able to pass.
  await chmod(home, 0o711)
  const temporary = join(home, 'tmp')
  await mkdir(temporary)
  try {
    const dataDir = join(home, 'data')
    const cluster = await openEmbeddedCluster({
      dataDir,
      log: console.error,
      settings: ofAThrowawayCluster,
    })
    try {
      const [chromium, dashboard] = await Promise.all([
        chromiumFor(files, home),
        // Whether it is as its sources are takes a process of its own to say: once for all, not for each file.
        files.some((file) => asksForDashboard.test(file)) ? makeOfSources() : undefined,
        prepareTemplate(cluster.url('postgres')),
      ])
      const alone = await findLoners(files)
      const folder = join(home, 'bundles')
      const units = await bundleFiles(files, { repository, folder, alone: (file) => alone.has(file) })
      const answers = join(home, 'answers')
      await mkdir(answers)
      try {
        const code = await runNode(units, options, {
          ...cleanEnvironment(),
          TMPDIR: temporary,
          [answersFolder]: answers,
          MALIPO_TEST_CLUSTER: cluster.url('postgres'),
          ...(chromium && { MALIPO_TEST_BROWSER: chromium.address }),
          ...(dashboard !== undefined && { MALIPO_TEST_DASHBOARD: dashboard }),
        })
        const fit = await judgeAnswers(answers, console.log)
        return fit ? code : code || 1
      } finally {
        await chromium?.stop()
      }
    } finally {
      await cluster.close()
    }
  } finally {
    // Ours has ended. To look below it would take seconds: hundreds of databases are a hundred thousand files.
    await stopServersUnder(temporary)
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function chooseFiles(words: string[]): Promise<string[]> {
  const files = await Array.fromAsync(glob(patterns, { cwd: repository }))
  const chosen = files.filter((file) =>
    words.length === 0 ? !isOnlyProven(file) : words.some((word) => file.includes(word)),
  )
  const first = longest.filter((file) => chosen.includes(file))
  return [...first, ...chosen.filter((file) => !first.includes(file)).sort()]
}

/** Those that take long, or change something of their own process, share it with nobody. */
async function findLoners(files: string[]): Promise<Set<string>> {
  const needsItsOwn = /uncaughtException|process\.env(\.\w+ =[^=]|\[.*\] =[^=])|delete process\.env/
  const found = await Promise.all(
    files.map(async (file) => {
      const isAlone =
        longest.includes(file) || needsItsOwn.test(await readFile(join(repository, file), 'utf8'))
      return isAlone ? [file] : []
    }),
  )
  return new Set(found.flat())
}

/** One browser for all browser tests, if there are any among the files. */
async function chromiumFor(files: string[], home: string): Promise<RunningChromium | undefined> {
  const texts = await Promise.all(files.map((file) => readFile(join(repository, file), 'utf8')))
  if (!texts.some((text) => /from '.*open-browser\.ts'/.test(text))) return undefined
  const path = await findChromium()
  if (path !== undefined) return await startChromium(path, join(home, 'browser'))
  console.log('Browser tests are skipped: there is no Chromium. Install it, or set CHROMIUM_PATH.')
  return undefined
}

/** The operator's own settings must not steer the services under test. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const addresses = 'PORT|HOST|BASE_URL|SANDBOX_BASE_URL|TRUSTED_PROXIES|SMTP_URL|MAIL_FROM'
  const behaviour = 'NODE_ENV|RATE_LIMIT|DEMO|SIGN_UP|LOG_LEVEL|MALIPO_SECRET|METRICS_TOKEN'
  const payments = 'ROLE|LIVE_PROVIDER|QR_MINUTES|PAGE_HOURS|APPROVE_TWICE_ABOVE|WEBHOOK_ALLOW|CRASH_AT'
  const ours = new RegExp(
    `^(PG(?!BOUNCER_PATH).*|DATABASE_.*|CLICKPESA_.*|DATA_DIR|${addresses}|${behaviour}|${payments})$`,
  )
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

function runNode(files: string[], options: string[], env: NodeJS.ProcessEnv): Promise<number> {
  // Files end by themselves. To force their exit would cut off what they have not yet reported, failures included.
  const args = [join(import.meta.dirname, 'run-files.ts'), ...options, ...files]
  return new Promise((resolve, reject) => {
    if (interrupted) return resolve(130)
    // A group of its own, so that an interrupt ends the services under test too.
    tests = spawn(process.execPath, args, {
      cwd: repository,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    tests.once('error', reject)
    tests.once('exit', (code) => {
      endTests('SIGKILL')
      resolve(interrupted ? 130 : (code ?? 1))
    })
  })
}

function interrupt(): void {
  const signal = interrupted ? 'SIGKILL' : 'SIGTERM'
  interrupted = true
  endTests(signal)
  setTimeout(() => endTests('SIGKILL'), 5_000).unref()
}

function endTests(signal: NodeJS.Signals): void {
  if (tests?.pid === undefined) return
  try {
    process.kill(-tests.pid, signal)
  } catch {
    // They have ended already.
  }
}

process.on('SIGINT', interrupt)
process.on('SIGTERM', interrupt)
process.exitCode = await main()
