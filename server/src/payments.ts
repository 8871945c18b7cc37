import { callbackTaker } from './callbacks/callbacks.ts'
import {
  collectionCallbacks,
  collectionResolver,
  createCollect,
  nothingToAttach,
  type Resolve,
} from './collections/collections.ts'
import type { Config } from './config.ts'
import type { ResolveHost } from './courier/courier.ts'
import { assembleOutbound, type Outbound } from './outbound.ts'
import { gather } from './primitives/gather.ts'
import {
  createSimulatedNetwork,
  type Providers,
  type RawCallback,
  type SimulatedNetwork,
} from './providers/providers.ts'
import type { Log } from './telemetry/telemetry.ts'
import { type Chaser, withdrawalCallbacks } from './withdrawals/withdrawals.ts'
import type { World } from './world/world.ts'

/** What the routes and the chores have in common. */
export type Payments = {
  providers: Providers
  network: SimulatedNetwork
  resolve: Resolve
  callbacks: ReturnType<typeof callbackTaker>
  collecting: ReturnType<typeof createCollect>
  withdrawing: Chaser
  outbound: Outbound
  /** Plays what is due on the simulated network, and takes its callbacks. */
  play(): Promise<void>
}

/** Chooses the providers and puts the doors of money together, once for each process. */
export function assemblePayments(
  config: Config,
  world: World,
  log: Log,
  given: { providers?: Partial<Providers> | undefined; resolve?: ResolveHost | undefined } = {},
): Payments {
  const network = createSimulatedNetwork(world)
  const live = config.liveProvider === 'simulated' ? network.liveProvider : null
  const providers: Providers = { live, sandbox: network.sandboxProvider, ...given.providers }
  const resolve = collectionResolver(world, providers)
  const withdrawing: Chaser = { world, providers }
  const callbacks = callbackTaker(world, providers, [
    collectionCallbacks(world, providers, resolve),
    withdrawalCallbacks(withdrawing),
  ])
  const collecting = createCollect({
    world,
    providers,
    resolve,
    checks: nothingToAttach,
    sendsItself: config.role === 'all',
    onError: (error) => log.error({ err: error }, 'a sending failed'),
  })
  // Nobody waits for an answer to these, so none of them is refused: what is forged makes us ask.
  const take = async (raw: RawCallback) => void (await callbacks.take(raw, 'ask'))
  // One at a time: whoever asks while another plays would find nothing due, and be told too early that all is done.
  const play = gather<null, void>(
    async () => {
      while ((await network.advance()) + (await network.deliver(take)) > 0);
      return []
    },
    { most: 1_000, atOnce: 1 },
  )
  return {
    providers,
    network,
    resolve,
    callbacks,
    collecting,
    withdrawing,
    outbound: assembleOutbound(config, world, given.resolve),
    play: () => play(null),
  }
}
