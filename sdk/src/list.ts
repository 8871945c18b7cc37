/** One page of a list, as the service answers it. */
export interface Page<Item> {
  items: Item[]
  /** Null when the page was reached with a cursor. */
  page: number | null
  page_size: number
  /** Null with a cursor, and where they are too many to be counted. */
  total: number | null
  /** Only where they are too many to be counted: how many there are at least. */
  total_at_least?: number | undefined
  /** Leads to the page after this one; null on the last. */
  next_cursor: string | null
}

/** `await` it for one page; walk it with `for await` to get every item, page after page. */
export interface List<Item> extends Promise<Page<Item>>, AsyncIterable<Item> {}

/** A list whose pages are read by `readPage`: the first at once, each other when the walk comes to it. */
export function listOf<Item>(readPage: (cursor?: string) => Promise<Page<Item>>): List<Item> {
  const first = readPage()
  async function* walk(): AsyncGenerator<Item, void> {
    let cursor: string | null | undefined
    for (let page = await first; ; page = await readPage(cursor)) {
      yield* page.items
      // A page that leads back to itself would never end.
      if (!page.next_cursor || page.next_cursor === cursor) return
      cursor = page.next_cursor
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: walk })
}
