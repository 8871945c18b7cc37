import { type Environment, environments } from '@malipo/contract'
import { gather } from '../../primitives/gather.ts'
import type { TakeCallback, Teller } from './deliver-callbacks.ts'

/** Lets the simulated network do what is due there, and tells of it. */
export type NetworkPlayer = {
  /** One look, which waits for nobody who is told. Returns how much there was to do. */
  look(environment: Environment): Promise<number>
  /** Plays until nothing is due, and all that was said has been heard. */
  play(environment?: Environment): Promise<void>
  /** Until what is due to be said of one payment has been heard. */
  playOne(environment: Environment, reference: string): Promise<void>
  /** Until all that is being said has been heard. */
  settled(environment: Environment): Promise<void>
}

type Network = {
  hasWork(among: readonly Environment[]): Promise<boolean>
  advance(among: readonly Environment[]): Promise<number>
  teller(take: TakeCallback, among: readonly Environment[]): Teller
}

export function networkPlayer(network: Network, take: TakeCallback): NetworkPlayer {
  const open = (environment: Environment) => {
    const among = [environment]
    const teller = network.teller(take, among)
    // One look at a time: whoever looks while another does would find nothing due, and think that all is done.
    const look = gather<null, number>(
      async (asked) => {
        const isIdle = !(await network.hasWork(among))
        const found = isIdle ? 0 : (await network.advance(among)) + (await teller.look())
        return asked.map(() => found)
      },
      { most: 1_000, atOnce: 1 },
    )
    return { look: () => look(null), settled: teller.settled }
  }
  const stages = { live: open('live'), sandbox: open('sandbox') }

  async function playAll(environment: Environment): Promise<void> {
    const { look, settled } = stages[environment]
    for (let found = 1; found > 0; await settled()) found = await look()
  }

  return {
    look: (environment) => stages[environment].look(),
    async play(environment) {
      await Promise.all((environment === undefined ? environments : [environment]).map(playAll))
    },
    async playOne(environment, reference) {
      await stages[environment].look()
      await stages[environment].settled(reference)
    },
    settled: (environment) => stages[environment].settled(),
  }
}
