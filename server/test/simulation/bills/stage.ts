import type { Database } from '../../../src/database/database.ts'
import { openShops, type Shop } from '../kernel/shops.ts'
import { layGround, openStage, type Stage as StageOf } from '../kernel/stage.ts'
import { openWire, type Wire } from '../kernel/wire.ts'
import type { Num, Receipt } from './model.ts'
import { type BillSeams, type Process, startProcess } from './process.ts'

/** A word of the provider on its way to us. */
export type Word = { receipt: Receipt; kind: 'succeeded' | 'reversed'; eventId: string; fromStep: number }

/** Everything of one seed. */
export type Stage = StageOf<'a' | 'b', Process, Wire> & {
  shops: Shop[]
  numbers: Num[]
  receipts: Receipt[]
  words: Word[]
  /** A word that somebody stored and may not have lived to handle. Of two at once nobody could tell which came first. */
  stranded: { receipt: Receipt; atMs: number } | null
}

export async function setStage(
  seed: string,
  databaseOf: (name: string) => Database,
  seams: BillSeams,
): Promise<Stage> {
  const ground = layGround('bills', seed, databaseOf('onlooker'))
  const { world, clock, work } = ground
  const { shops } = await world.sql.begin((tx) => openShops(tx, world, ['admin@malipo.test']))
  const wire = openWire({ seed, clock, note: (line) => void ground.lines.push(line) })
  const birth = (name: 'a' | 'b') =>
    startProcess({ name, world: ground.worldOf(databaseOf(name)), work, seams })
  return Object.assign(openStage(ground, wire, ['a', 'b'], birth), {
    shops,
    numbers: [],
    receipts: [],
    words: [],
    stranded: null,
  })
}
