export type Pairs = [key: string, value: string][]

/** The most keys that something may have. */
export const mostPairs = 20

/** What stands in the form at first: what is there, and room for one more. */
export function pairsOf(metadata: Record<string, string>): Pairs {
  return withRoom(Object.entries(metadata))
}

/** There is always an empty pair at the end, until there are as many as there may be. */
export function withRoom(pairs: Pairs): Pairs {
  const last = pairs.at(-1)
  const hasRoom = last !== undefined && last[0] === '' && last[1] === ''
  return hasRoom || pairs.length >= mostPairs ? pairs : [...pairs, ['', '']]
}

const isWhole = ([key, value]: Pairs[number]) => key.trim() !== '' && value.trim() !== ''

export type PairProblem = 'keyProblem' | 'twice'

/** What is wrong with the key at a place. */
export function problemWith(pairs: Pairs, place: number): PairProblem | undefined {
  const pair = pairs[place]
  if (!pair || !isWhole(pair)) return undefined
  const key = pair[0].trim()
  if (!/^[A-Za-z0-9_.-]{1,40}$/.test(key)) return 'keyProblem'
  const isTwice = pairs.some((other, at) => at < place && isWhole(other) && other[0].trim() === key)
  return isTwice ? 'twice' : undefined
}

/** What is sent: what is new or other, and null for what is gone. */
export function changeOf(before: Record<string, string>, pairs: Pairs): Record<string, string | null> {
  const wanted = new Map(pairs.filter(isWhole).map(([key, value]) => [key.trim(), value.trim()]))
  const gone = Object.keys(before)
    .filter((key) => !wanted.has(key))
    .map((key) => [key, null])
  const changed = [...wanted].filter(([key, value]) => before[key] !== value)
  return Object.fromEntries([...gone, ...changed])
}
