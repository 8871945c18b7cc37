/** Chance that only its seed decides, so that a run can be played again. */
export type Chance = {
  /** From 0 up to 1. */
  number(): number
  /** A whole number from 0 up to, not including, the most. */
  below(most: number): number
  happens(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  bytes(into: Uint8Array): void
  uuid(): string
}

/** FNV-1a: a few lines, and good enough to tell labels apart. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

export function chanceFrom(seed: string): Chance {
  let state = hashOf(seed)
  // Mulberry32.
  function number(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(number() * most)
  function bytes(into: Uint8Array): void {
    for (let at = 0; at < into.length; at += 1) into[at] = below(256)
  }
  return {
    number,
    below,
    happens: (probability) => number() < probability,
    pick: <Item>(items: readonly Item[]) => {
      if (items.length === 0) throw new Error('There is nothing to pick from.')
      return items[below(items.length)] as Item
    },
    bytes,
    uuid() {
      const hex = Buffer.from(Array.from({ length: 16 }, () => below(256))).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
