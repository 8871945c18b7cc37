import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Surroundings } from '../surroundings.ts'
import { keptFolder, readKept, writeKept } from './kept-file.ts'

type Place = Pick<Surroundings, 'env' | 'homeFolder'>

/** Whose events are followed. */
export type Followed = { merchantId: string; environment: string }

/** How far a receiver has been told. */
export type Position = {
  /** Null until one was told: then everything since the instant is to be, or from the very first where there is none. */
  last_event_id: string | null
  since: string | null
  /** The ids before it that were told, because the stream goes back half a minute when it is taken up again. */
  recent: string[]
}

const secretBytes = 24

/** One secret for each merchant and environment, whichever receiver it is for: it stands in the developer's settings. */
export async function listenSecret(
  place: Place,
  followed: Followed,
  { isNew = false } = {},
): Promise<string> {
  const path = join(folderOf(place), `${nameOf(followed)}.secret.json`)
  const kept = isNew ? undefined : await readKept<{ secret: string }>(path)
  if (kept) return kept.secret
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`
  await writeKept(path, { secret })
  return secret
}

/** A place for each receiver, so that one that listens elsewhere moves nobody else's. */
export function positionFile(place: Place, followed: Followed, target: string) {
  const mark = createHash('sha256').update(target).digest('hex').slice(0, 12)
  const path = join(folderOf(place), `${nameOf(followed)}.${mark}.json`)
  return {
    read: () => readKept<Position>(path),
    write: (position: Position) => writeKept(path, { target, ...position }),
  }
}

function folderOf(place: Place): string {
  return join(keptFolder(place), 'listen')
}

function nameOf({ merchantId, environment }: Followed): string {
  return `${merchantId}.${environment}`
}
