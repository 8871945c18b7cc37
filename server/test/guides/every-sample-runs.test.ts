import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { deposit } from '../../src/ledger/ledger.ts'
import { temporaryFolder } from '../run-service.ts'
import { password, type Service } from '../service.ts'
import { switchReceiptsOn } from '../switch-receipts-on.ts'
import { findProgram } from './find-programs.ts'
import { type Guide, languages, readGuideOf, readGuides } from './read-guide.ts'
import { fencesOf, linkSdk, runSamples, writeFiles } from './run-samples.ts'
import { openBusiness, openStage } from './stage.ts'

// The one is followed from a fresh clone, the others are run as they lie in the repository, by tests of their own.
const followedElsewhere = ['quickstart', 'examples']

let service: Service
let guides: Guide[]
let home: Awaited<ReturnType<typeof temporaryFolder>>
before(async () => {
  ;[service, guides, home] = await Promise.all([openStage(), readSamples(), temporaryFolder()])
})
after(async () => {
  await service.stop()
  await home.remove()
})

/** The snippets of the README are samples like any other. */
async function readSamples(): Promise<Guide[]> {
  const [inReadme, inGuides] = await Promise.all([readGuideOf('README.md'), readGuides('docs/guides')])
  return [inReadme, ...inGuides].filter(({ name }) => !followedElsewhere.includes(name))
}

/** Each guide has a merchant of its own in each language, so that none sees what another did. */
async function environmentOf({ name }: Guide): Promise<Record<string, string>> {
  const { environment, ownerEmail } = await openBusiness(service)
  if (name === 'fiscal-receipts') {
    const merchantId = environment.MALIPO_MERCHANT ?? ''
    await switchReceiptsOn(service.world, { merchantId, environment: 'sandbox' })
  }
  if (name === 'statements') await depositYesterday(environment.MALIPO_MERCHANT)
  return { ...environment, MALIPO_EMAIL: ownerEmail, MALIPO_PASSWORD: password }
}

/** A row for statements to tell of, with a reference that must be spelt with care. */
async function depositYesterday(merchantId: string): Promise<void> {
  const { world } = service
  const clock = { ...world.clock, now: () => new Date(world.clock.now().getTime() - 24 * 3_600_000) }
  const book = { merchantId, environment: 'sandbox', currency: 'TZS' } as const
  const reference = "till 'A' (50%), *~!"
  await world.sql.begin((tx) =>
    deposit(
      tx,
      { ...world, clock },
      { ...book, amount: 2_500_000n, cause: merchantId, reference, description: null },
    ),
  )
}

describe('every sample runs and prints what the guide shows', { concurrency: true }, () => {
  for (const language of languages) {
    test(language, async (t) => {
      const { command, missing } = await findProgram(language)
      assert.ok(command !== undefined, missing)
      const folder = join(home.path, language)
      await mkdir(folder)
      await linkSdk(folder)
      const problems: string[] = []
      let count = 0
      await writeFiles(guides, language, folder)
      for (const guide of guides) {
        const own = fencesOf([guide]).filter((one) => one.language === language)
        if (own.length === 0) continue
        count += own.length
        problems.push(
          ...(await runSamples(guide, language, {
            command,
            folder,
            environment: await environmentOf(guide),
          })),
        )
      }
      t.diagnostic(`proof: ${count} samples in ${language}`)
      if (problems.length > 0) assert.fail(`\n${problems.join('\n\n')}`)
    })
  }
})
