import type { Database } from '../../../src/database/database.ts'
import { providerNames } from '../kernel/callback-bytes.ts'
import { openShops, type Shop } from '../kernel/shops.ts'
import { accuse, layGround, openStage, type Stage as StageOf } from '../kernel/stage.ts'
import { watchTables } from './changes.ts'
import { judgeSending } from './judge-sending.ts'
import { emptyMirror, type Mirror } from './mirror.ts'
import { type CollectionSeams, type Process, startProcess } from './process.ts'
import { type Network, scriptedNetwork } from './scripted-provider.ts'
import { tryOf } from './tries.ts'

/** A request that was made, to be made again. */
export type Asked = {
  label: string
  isCode: boolean
  /** Whether it was answered without the code that it was for. */
  lacksCode: boolean
  id: string | null
  again(process: Process, isOther: boolean): Promise<string>
}

/** Everything of one seed. */
export type Stage = StageOf<'a' | 'b' | 'c', Process, Network> & {
  mirror: Mirror
  shops: Shop[]
  adminId: string
  spent: Map<string, number>
  asked: Asked[]
  /** Labels of callbacks that somebody stored and did not live to handle, and when. */
  stranded: Map<string, number>
  /** When a collection was first seen to be over: the step. */
  overSince: Map<string, number>
  /** Set by a step that must change nothing. */
  mustChangeNothing: boolean
}

export const holdThreshold = 40_000n

export async function setStage(
  seed: string,
  databaseOf: (name: string) => Database,
  seams: CollectionSeams,
): Promise<Stage> {
  const ground = layGround('collections', seed, databaseOf('onlooker'))
  const { world, clock, work } = ground
  const { shops, admins } = await world.sql.begin(async (tx) => {
    const opened = await openShops(tx, world, ['admin@malipo.test', 'owner@malipo.test'])
    await tx`update merchants set hold_threshold = ${holdThreshold}`
    return opened
  })
  await watchTables(world.sql)
  const network = scriptedNetwork({
    seed,
    clock,
    // Every third seed has a provider that takes a repeat for another payment.
    knowsRepeats: Number(seed) % 3 !== 0,
    // Every other seed has two who carry live payments: what the first refuses goes to the second.
    live: Number(seed) % 2 === 0 ? [providerNames.live, 'second'] : [providerNames.live],
    onSend: (order) => accuse(stage, 'sending', judgeSending(stage, order)),
    tryOf: (reference) => {
      const id = tryOf(reference)
      const { collections, tries } = stage.mirror
      const { collection_id: collectionId = id, number: order = 1 } = tries.get(id) ?? {}
      return { label: collections.get(collectionId)?.description ?? reference, order }
    },
    note: (line) => void ground.lines.push(line),
  })
  const birth = (name: 'a' | 'b' | 'c') =>
    startProcess({
      name,
      world: ground.worldOf(databaseOf(name)),
      work,
      network,
      sendsItself: name !== 'c',
      seams,
      onError: (error) => accuse(ground, 'doors', [`a sending threw ${error}`]),
    })
  const stage: Stage = Object.assign(openStage(ground, network, ['a', 'b', 'c'], birth), {
    mirror: emptyMirror(),
    shops,
    adminId: admins[0] ?? '',
    spent: new Map(),
    asked: [],
    stranded: new Map(),
    overSince: new Map(),
    mustChangeNothing: false,
  })
  return stage
}
