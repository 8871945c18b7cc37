import { join } from 'node:path'
import { inLanes } from './in-lanes.ts'
import { type Proof, proofs } from './proofs.ts'
import { runProof } from './run-proof.ts'
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

/** Two more files than cores wait for each other in one proof already. */
const lanes = 2
const chosen = proofs.filter(({ word }) => words.length === 0 || words.includes(word))

/** What a proof prints is shown when it is over: two at once would speak at the same time. */
async function carryOut({ word, promise, files = [], onlyHere = [], filesAtOnce, mostMinutes }: Proof) {
  if (interrupted) return undefined
  const minutes = mostMinutes[size]
  const title = `== ${word}: ${promise} (${size}, at most ${minutes} minutes)`
  console.log(`\n${title}: begins`)
  const seconds = String(minutes * 60)
  let printed = ''
  const outcome = await runProof({
    word,
    command: [join(import.meta.dirname, '..', 'run-tests.ts'), ...files, ...onlyHere],
    environment: {
      ...process.env,
      ...{ MALIPO_PROOF: size, TEST_SECONDS: seconds, TEST_QUIET_SECONDS: seconds },
      ...(filesAtOnce !== undefined && { TEST_FILES_AT_ONCE: String(filesAtOnce) }),
    },
    mostMs: minutes * 60_000,
    show: (text) => {
      printed += text
    },
  })
  console.log(`\n${title}\n\n${printed}`)
  return outcome
}

const tasks = chosen.map((proof) => ({
  needsMachine: proof.needsMachine ?? false,
  run: () => carryOut(proof),
}))
const outcomes = (await inLanes(tasks, lanes)).filter((outcome) => outcome !== undefined)
console.log(`\n${tellOutcomes(outcomes)}`)
process.exitCode = !interrupted && outcomes.every(({ holds }) => holds) ? 0 : 1
