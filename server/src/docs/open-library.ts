import type { Ready } from '../pages/pages.ts'
import { Refusal } from '../primitives/refusal.ts'
import { sideThread } from '../primitives/side-thread.ts'
import type { Answers, Question, Told, Wish } from './render-answers.ts'
import type { Place } from './search-docs.ts'

export type Library = {
  /** What stands at an address. It is made once, for all who ask before it is there too. */
  read(address: string): Promise<Ready>
  results(query: string): Promise<Ready>
  places(query: string): Promise<Place[]>
  end(): Promise<void>
}

const whenBusy = 'Too many read the docs just now. Wait as long as Retry-After says.'

/** The first page of all takes seconds on a busy machine, each later one a fraction of one. */
const limits = { mostWaiting: 40, withinMs: 20_000 }

/**
 * The docs as those who serve payments hold them: grammars, pages and the index are made in a thread apart, which begins with the first reader. What
 * has an address is kept here, and there are only so many; what was searched for is not.
 */
export function openLibrary(
  told: Told,
  file = new URL('./rendering-thread.ts', import.meta.url),
  { mostWaiting, withinMs } = limits,
): Library {
  const thread = sideThread<Question, Answers[Wish]>({
    ...{ file, workerData: told, mostWaiting, withinMs, whenBusy },
  })
  const pages = new Map<string, Promise<Ready>>()
  const lists = new Map<string, Promise<ReadonlySet<string>>>()

  async function ask<One extends Wish>(wish: One, of = ''): Promise<Answers[One]> {
    try {
      return (await thread.ask({ wish, of })) as Answers[One]
    } catch (error) {
      if (error instanceof Refusal) throw error
      // The thread is gone, and the next one may do better. Why stands in the log.
      throw new Refusal('unavailable', { cause: error })
    }
  }

  return {
    async read(address) {
      const contents = await once(lists, '', async () => new Set(await ask('contents')))
      const known = contents.has(address) ? address : nowhereLike(address)
      return await once(pages, known, () => ask('address', known))
    },
    results: (query) => ask('results', query),
    places: (query) => ask('places', query),
    end: thread.end,
  }
}

/** Whatever is not there is not there in the same words, so that inventing addresses fills nobody's memory. */
function nowhereLike(address: string): string {
  return address.startsWith('/docs/sw/') ? '/docs/sw/' : '/docs/'
}

/** What could not be made is made again for the next who asks. */
function once<T>(kept: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = kept.get(name)
  if (known) return known
  const made = make()
  kept.set(name, made)
  made.catch(() => kept.delete(name))
  return made
}
