import * as z from 'zod'
import { type Tool, tool } from './tool.ts'

const Found = z.looseObject({ address: z.string(), title: z.string(), excerpt: z.string() })

const mostMs = 10_000

/** Looks through the service's own documentation, which needs no key and is sent none. */
export function searchTool(baseUrl: string): Tool {
  return tool({
    name: 'search_docs',
    title: 'Search the documentation',
    description:
      "Finds guides, calls and errors in the service's documentation. An address with .md at its end is the page as Markdown.",
    scope: null,
    kind: 'read',
    input: z.strictObject({ query: z.string().min(1).max(200) }),
    output: z.looseObject({ items: z.array(Found) }),
    async run(_malipo, { query }, { signal }) {
      const address = new URL(`${baseUrl.replace(/\/+$/, '')}/docs/search.json`)
      address.searchParams.set('q', query)
      const answer = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(mostMs)]) })
      if (!answer.ok) throw new Error(`The documentation answered ${answer.status}. Try again later.`)
      const { data } = z.object({ data: z.object({ items: z.array(Found) }) }).parse(await answer.json())
      return { items: data.items.map((one) => ({ ...one, address: new URL(one.address, address).href })) }
    },
  })
}
