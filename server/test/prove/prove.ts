import { join } from 'node:path'
import { proofs } from './proofs.ts'
import { type Outcome, runProof } from './run-proof.ts'
import { tellOutcomes } from './tell-outcomes.ts'

// `npm run prove`: the long versions of what `npm test` does a little of, and what takes it too long; with `--short` in
// minutes, with words only those.
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const size = process.argv.includes('--short') ? 'short' : 'long'
const unknown = words.filter((word) => !proofs.some((proof) => proof.word === word))
if (unknown.length > 0) {
  console.error(
    `There is no proof of ${unknown.join(', ')}. There are: ${proofs.map(({ word }) => word).join(', ')}`,
  )
  process.exit(1)
}

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
  })
}

const outcomes: Outcome[] = []
for (const { word, promise, files = [], onlyHere = [], filesAtOnce, mostMinutes } of proofs) {
  if (interrupted || (words.length > 0 && !words.includes(word))) continue
  const minutes = mostMinutes[size]
  console.log(`\n== ${word}: ${promise} (${size}, at most ${minutes} minutes)\n`)
  const seconds = String(minutes * 60)
  outcomes.push(
    await runProof({
      word,
      command: [join(import.meta.dirname, '..', 'run-tests.ts'), ...files, ...onlyHere],
      environment: {
        ...process.env,
        ...{ MALIPO_PROOF: size, TEST_SECONDS: seconds, TEST_QUIET_SECONDS: seconds },
        ...(filesAtOnce !== undefined && { TEST_FILES_AT_ONCE: String(filesAtOnce) }),
      },
      mostMs: minutes * 60_000,
      show: (text) => void process.stdout.write(text),
    }),
  )
}
console.log(`\n${tellOutcomes(outcomes)}`)
process.exitCode = !interrupted && outcomes.every(({ holds }) => holds) ? 0 : 1
