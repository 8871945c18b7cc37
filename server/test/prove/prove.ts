import { join } from 'node:path'
import type { Proof } from './proof.ts'
import { proofs } from './proofs.ts'
import { readRequest } from './read-request.ts'
import { type Outcome, runProof } from './run-proof.ts'
import { tellOutcomes } from './tell-outcomes.ts'

// `npm run prove`: the long versions of what `npm test` does a little of, and what takes it too long. `--twice` is for a machine whose cores others
// use: a browser or a process that starts may be too late once, and the end tells that it was. With `--within` the end tells what was left out. Two go
// well beside each other: much of what a proof does is waiting for processes that start and leases that end.
const request = readRequest(process.argv.slice(2), proofs)
if ('said' in request) {
  console[request.refused ? 'error' : 'log'](request.said)
  process.exit(request.refused ? 1 : 0)
}
const { chosen, size, again, withinMinutes, atOnce } = request

let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
  })
}

const lastBeginning = performance.now() + withinMinutes * 60_000
const leftOut: string[] = []

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

async function goOn(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const outcome = await (atOnce > 1 ? carryOutAmongOthers(next) : carryOut(next, print))
    if (outcome !== undefined) outcomes.push(outcome)
  }
}

await Promise.all(Array.from({ length: atOnce }, goOn))
if (again) await tryAgain()
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
