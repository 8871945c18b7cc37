import type { Config } from '../config.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import { liveAdapterNames, type Probed } from '../providers/providers.ts'
import type { World } from '../world/world.ts'
import { openProvider, plainly, probe } from './ask-providers.ts'

/** As long as the service itself would wait. */
const patienceMs = 15_000

/** What each verdict means for whoever sets a provider up. */
const meanings: Record<Probed['kind'], string> = {
  ok: 'It knows us: key, signature and address are taken.',
  refused:
    'It answered, and does not take who we say we are. Compare the settings with its own, and the clock with its time.',
  blocked: 'It does not talk to our address. Give it the one from which this machine calls, to be allowed.',
  unknown: 'Nobody knows: it did not answer, or not in its own words. That says nothing about the settings.',
}

/** Asks a provider something that moves nothing, and shows all that went over the wire with secrets masked. */
export async function tryProvider(config: Config, world: World, name: string) {
  const provider = openProvider(config, world, name)
  if (provider === null) {
    throw new StartRefused(
      liveAdapterNames.includes(name)
        ? `${name} is not set up here. docs/providers/${name}.md says what to set.`
        : `Nobody is called ${plainly(name)}. Those who are: ${liveAdapterNames.join(', ')}.`,
    )
  }
  const probed = await probe(provider, patienceMs)
  if (probed === null) throw new StartRefused(`${name} has no harmless question to be asked.`)
  const because = 'because' in probed ? plainly(probed.because) : null
  return {
    provider: name,
    verdict: probed.kind,
    meaning: meanings[probed.kind],
    because,
    our_time: world.clock.now().toISOString(),
    their_time: probed.theirTime?.toISOString() ?? null,
    exchanges: probed.exchanges,
  }
}

/** The same for people. */
export function tellTrial(trial: Awaited<ReturnType<typeof tryProvider>>): string {
  const asked = trial.exchanges.flatMap(({ request, response }) => [
    'asked:',
    JSON.stringify(request, null, 2),
    'answered:',
    JSON.stringify(response, null, 2),
  ])
  return [
    ...asked,
    `our time: ${trial.our_time}, its time: ${trial.their_time ?? 'it does not say'}`,
    `${trial.provider}: ${trial.verdict}${trial.because === null ? '' : ` (${trial.because})`}. ${trial.meaning}`,
  ].join('\n')
}
