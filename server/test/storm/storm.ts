import type { StormReport } from './judge-storm.ts'
import { runStorm } from './run-storm.ts'
import type { StormPlan } from './storm-plan.ts'

// `npm run storm`: ten thousand events, a third of the receivers failing, some hanging, the worker killed fifty times;
// then the same without the bad ones. The same seed draws the same storm. Give another as the first word.
const [seed = 'malipo', events = '10000', kills = '50'] = process.argv.slice(2)
const plan: StormPlan = {
  seed,
  events: Number(events),
  kills: Number(kills),
  merchants: 100,
  badOnes: 'present',
}
const mostSlower = 1.2

console.log(`seed ${seed}: ${events} events, ${kills} kills, ${plan.merchants} merchants`)
const calm = await tell('without the bad ones', { ...plan, badOnes: 'absent' })
const storm = await tell('with 30 % failing and 5 % hanging', plan)
const slower = storm.healthyP99Ms / calm.healthyP99Ms
console.log(
  `p99 of healthy merchants, with / without: ${slower.toFixed(2)} (promised: at most ${mostSlower})`,
)
const holds = isSound(calm) && isSound(storm) && slower <= mostSlower
console.log(holds ? 'All promises held.' : 'MISSED')
process.exitCode = holds ? 0 : 1

async function tell(what: string, its: StormPlan): Promise<StormReport> {
  const begin = performance.now()
  const report = await runStorm(its)
  console.log(`${what}, in ${Math.round((performance.now() - begin) / 1000)} s: ${JSON.stringify(report)}`)
  return report
}

function isSound(report: StormReport): boolean {
  const { lost, otherBytes, badSignatures, undelivered, brokenChecks } = report
  return lost + otherBytes + badSignatures + undelivered + brokenChecks.length === 0
}
