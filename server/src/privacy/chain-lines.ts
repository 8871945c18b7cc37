import { createHash, type Hash } from 'node:crypto'

/** What the first line is chained to. */
export const firstHash = '0'.repeat(64)

/**
 * Writes lines of which each is chained to the one before, so that nobody can take one out or put one in unseen: its hash is that of the
 * hash before, a line break, and the text of `data`. The whole file has a hash as well.
 */
export function lineChain() {
  const file: Hash = createHash('sha256')
  let hash = firstHash
  let lines = 0
  let bytes = 0
  return {
    add(kind: string, data: Record<string, unknown>): string {
      const text = JSON.stringify(data)
      hash = createHash('sha256').update(`${hash}\n${text}`).digest('hex')
      const line = `{"line":${lines + 1},"kind":"${kind}","data":${text},"hash":"${hash}"}\n`
      lines += 1
      bytes += Buffer.byteLength(line)
      file.update(line)
      return line
    },
    count: () => lines,
    end: () => ({ lines, bytes, sha256: file.digest('hex') }),
  }
}
