import { type Command, Misuse, needed, type Options, text } from '../operator/operator.ts'
import { StartRefused } from '../primitives/start-refused.ts'
import type { World } from '../world/world.ts'
import type { Manifest } from './archive-file.ts'
import { bringBack } from './bring-back.ts'
import { findPart, listParts, listWhole } from './histories.ts'
import { endOfKeeping } from './judge-part.ts'
import { clearLeft, findLeft } from './left-files.ts'
import { PartStays, putAside } from './put-aside.ts'
import { tellCleared, tellLeft } from './tell-left.ts'
import { describePart, isOlder, tellParts } from './tell-parts.ts'

export const archiveCommands: Record<string, Command> = {
  'archive list': {
    usage: '[--in FOLDER]',
    purpose:
      'which parts histories of payments and payouts have, what is put aside, and what may be; with a folder, which files in it nobody needs',
    options: { in: text },
    async run({ world }, options) {
      const before = await endOfKeeping(world)
      const parts = []
      for (const part of await listParts(world)) parts.push(await describePart(world, part, before))
      if (options.in === undefined) return { shown: { parts }, text: tellParts(parts) }
      const left = await findLeft(world, needed(options, 'in'))
      const lines = [tellParts(parts), ...left.map(tellLeft)]
      return { shown: { parts, left }, text: lines.join('\n') }
    },
  },
  'archive clear': {
    usage: '--in FOLDER',
    purpose:
      'remove what a put-aside that was killed left in a folder, and nothing that this database knows to be put aside; it cannot tell a copy that does not say that it is one: run it never from a copy of the database that was made without malipo restore, or without the two lines of docs/backups.md, while its original writes there',
    options: { in: text },
    async run({ world }, options) {
      const left = await clearLeft(world, needed(options, 'in'))
      return {
        shown: { left },
        text: left.length === 0 ? 'Nothing is left there.' : left.map(tellCleared).join('\n'),
      }
    },
  },
  'archive put-aside': {
    usage: '--into FOLDER (--part NAME | --older-than MONTHS)',
    purpose:
      'write a part, or all that are older, into a folder, read it back, and take it out of the database',
    options: { into: text, part: text, 'older-than': text },
    async run({ world }, options) {
      const folder = needed(options, 'into')
      if ((options.part === undefined) === (options['older-than'] === undefined))
        throw new Misuse('Either --part or --older-than is needed.')
      if (options.part !== undefined) {
        const done = await putAside(world, await findPart(world, needed(options, 'part')), folder)
        return { shown: { put_aside: [shortly(done)], stay: [] }, text: tellDone(done, folder) }
      }
      return await putOlderAside(world, monthsFrom(options), folder)
    },
  },
  'archive bring-back': {
    usage: '--from FOLDER --part NAME',
    purpose: 'put a part back into the database from the folder that it was written into',
    options: { from: text, part: text },
    async run({ world }, options) {
      const folder = needed(options, 'from')
      const manifest = await bringBack(world, await findPart(world, needed(options, 'part')), folder)
      const line = `${manifest.part} is back with ${manifest.steps} steps; ${manifest.archive} stays in ${folder}`
      return { shown: shortly(manifest), text: line }
    },
  },
}

async function putOlderAside(world: World, months: number, folder: string) {
  const older = (await listWhole(world)).filter((part) => isOlder(part, world.clock.now(), months))
  const done: Manifest[] = []
  const stay: { part: string; because: string }[] = []
  let failed = false
  for (const part of older) {
    try {
      done.push(await putAside(world, part, folder))
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error
      stay.push({ part: part.partition.name, because: error.message })
      // What keeps one part says nothing of the next; a folder that does not keep what is written does.
      failed = !(error instanceof PartStays)
      if (failed) break
    }
  }
  const lines = [...done.map((one) => tellDone(one, folder)), ...stay.map(({ because }) => because)]
  return {
    shown: { put_aside: done.map(shortly), stay },
    text: lines.length === 0 ? 'No part that is here is that old.' : lines.join('\n'),
    failed,
  }
}

const shortly = ({ archive, part, steps, sha256 }: Manifest) => ({ archive, part, steps, sha256 })

const tellDone = ({ archive, part, steps, sha256 }: Manifest, folder: string) =>
  `${part} is put aside: ${steps} steps in ${folder}/${archive}.jsonl.gz, sha256 ${sha256}`

function monthsFrom(options: Options): number {
  const value = needed(options, 'older-than')
  if (/^[1-9]\d{0,2}$/.test(value)) return Number(value)
  throw new Misuse('--older-than must be a whole number of months from 1 to 999.')
}
