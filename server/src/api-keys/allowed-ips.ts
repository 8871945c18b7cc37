import { plainRange } from '../primitives/address-range.ts'
import { invalid } from '../primitives/refusal.ts'

/** Each written in one way and once, or a refusal that names whatever is no address. */
export function allowedIpsFrom(written: readonly string[]): string[] {
  const read = written.map((text) => ({ text, range: plainRange(text.trim()) }))
  const wrong = read.filter(({ range }) => range === undefined).map(({ text }) => text)
  if (wrong.length > 0) {
    const problem = `has no address or range in ${wrong.join(', ')}; write them like 41.59.1.2, 41.59.0.0/16 or 2001:db8::/32`
    throw invalid({ field: 'allowed_ips', problem })
  }
  return [...new Set(read.flatMap(({ range }) => range ?? []))]
}
