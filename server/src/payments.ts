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
  type Adapter,
  adapters,
  createRegistry,
  createSimulatedNetwork,
  type Registry,
  type Rehearsal,
  type SimulatedNetwork,
} from './providers/providers.ts'
import type { Log } from './telemetry/telemetry.ts'
import { type Chaser, withdrawalCallbacks } from './withdrawals/withdrawals.ts'
import type { World } from './world/world.ts'

/** What the routes and the chores have in common. */
export type Payments = {
  registry: Registry
  network: SimulatedNetwork
  resolve: Resolve
  callbacks: ReturnType<typeof callbackTaker>
  collecting: ReturnType<typeof createCollect>
  withdrawing: Chaser
  outbound: Outbound
  /** Plays what is due on the simulated network, and takes its callbacks. */
  play(): Promise<void>
}

/** What a test puts in place of the installation's own. */
export type Given = {
  /** Adapters besides those of the house, or instead of them. */
  adapters?: Record<string, Adapter> | undefined
  sandbox?: string | undefined
  rehearsals?: Record<string, Rehearsal> | undefined
  resolve?: ResolveHost | undefined
}

/** Opens the providers and puts the doors of money together, once for each process. */
export function assemblePayments(config: Config, world: World, log: Log, given: Given = {}): Payments {
  const network = createSimulatedNetwork(world)
  const registry = createRegistry({
    providers: Object.values({ ...adapters, ...given.adapters }).flatMap(
      (open) => open({ world, network }) ?? [],
    ),
    route: {
      live: config.liveProvider === 'none' ? null : config.liveProvider,
      sandbox: given.sandbox ?? 'sandbox',
    },
    rehearsals: { sandbox: network.rehearsal, ...given.rehearsals },
  })
  const resolve = collectionResolver(world, registry)
  const withdrawing: Chaser = { world, registry }
  const callbacks = callbackTaker(world, registry, [
    collectionCallbacks(world, registry, resolve),
    withdrawalCallbacks(withdrawing),
  ])
  const collecting = createCollect({
    world,
    registry,
    resolve,
    checks: nothingToAttach,
    sendsItself: config.role === 'all',
    onError: (error) => log.error({ err: error }, 'a sending failed'),
  })
  // One at a time: whoever asks while another plays would find nothing due, and be told too early that all is done.
  const play = gather<null, void>(
    async () => {
      const take = async (raw: Parameters<typeof callbacks.take>[1], from: string) =>
        void (await callbacks.take(from, raw))
      while ((await network.advance()) + (await network.deliver(take)) > 0);
      return []
    },
    { most: 1_000, atOnce: 1 },
  )
  return {
    registry,
    network,
    resolve,
    callbacks,
    collecting,
    withdrawing,
    outbound: assembleOutbound(config, world, given.resolve),
    play: () => play(null),
  }
}
