import { join } from 'node:path'
import type { Proof } from './proof.ts'
import { proofs } from './proofs.ts'
import { type Outcome, runProof } from './run-proof.ts'
import { tellOutcomes } from './tell-outcomes.ts'

// `npm run prove`: the long versions of what `npm test` does a little of, and what takes it too long; with `--short` in
// minutes, with words only those. With `--twice` what failed is carried out once more, and the end tells that it was: on a machine whose cores others
// use, a browser or a process that starts may be too late once. With `--within=50` nothing begins after so many minutes, and the end tells what was left out.
// With `--at-once=2` two go beside each other: much of what a proof does is waiting for processes that start and leases that end.
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

const chosen =
  words.length === 0 ? proofs : words.flatMap((name) => proofs.find(({ word }) => word === name) ?? [])

const lastBeginning = performance.now() + (option('within') ?? Number.POSITIVE_INFINITY) * 60_000
const leftOut: string[] = []

function option(name: string): number | undefined {
  const given = process.argv.find((word) => word.startsWith(`--${name}=`))
  if (given === undefined) return undefined
  const value = Number(given.split('=')[1])
  if (value >= 1) return value
  console.error(`${given}: --${name} takes a number from 1 on`)
  process.exit(1)
}

async function carryOut(
  { word, promise, files = [], onlyHere = [], filesAtOnce, mostMinutes }: Proof,
  show: (text: string) => void,
): Promise<Outcome | undefined> {
  if (interrupted) return undefined
  if (performance.now() > lastBeginning) {
    leftOut.push(word)
    return undefined
  }
  const minutes = mostMinutes[size]
  show(`\n== ${word}: ${promise} (${size}, at most ${minutes} minutes)\n\n`)
  const seconds = String(minutes * 60)
  return await runProof({
    word,
    command: [join(import.meta.dirname, '..', 'run-tests.ts'), ...files, ...onlyHere],
    environment: {
      ...process.env,
      ...{ MALIPO_PROOF: size, TEST_SECONDS: seconds, TEST_QUIET_SECONDS: seconds },
      ...(filesAtOnce !== undefined && { TEST_FILES_AT_ONCE: String(filesAtOnce) }),
    },
    mostMs: minutes * 60_000,
    show,
  })
}

const print = (text: string) => void process.stdout.write(text)

/** What goes beside others is printed when it has ended: nobody could read them in one another. */
async function carryOutAmongOthers(proof: Proof): Promise<Outcome | undefined> {
  const said: string[] = []
  try {
    return await carryOut(proof, (text) => void said.push(text))
  } finally {
    print(said.join(''))
  }
}

const outcomes: Outcome[] = []
const waiting = [...chosen]
const atOnce = option('at-once') ?? 1

async function goOn(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const outcome = await (atOnce > 1 ? carryOutAmongOthers(next) : carryOut(next, print))
    if (outcome !== undefined) outcomes.push(outcome)
  }
}

await Promise.all(Array.from({ length: atOnce }, goOn))
if (process.argv.includes('--twice')) await tryAgain()
console.log(`\n${tellOutcomes(outcomes)}`)
if (leftOut.length > 0) console.log(`LEFT OUT, because the time was over: ${leftOut.join(', ')}`)
process.exitCode = !interrupted && outcomes.every(({ holds }) => holds) ? 0 : 1

async function tryAgain(): Promise<void> {
  for (const [place, { word, holds }] of outcomes.entries()) {
    const proof = chosen.find((one) => one.word === word)
    if (holds || proof === undefined) continue
    console.log(`\n${word} failed, and is tried once more`)
    const second = await carryOut(proof, print)
    if (second !== undefined)
      outcomes[place] = { ...second, seen: ['FAILED AT FIRST, see above', ...second.seen] }
  }
}
