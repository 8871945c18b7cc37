import { copyFile, open, stat, truncate } from 'node:fs/promises'

// Enough for weeks of an ordinary server; two files of it fit on any disk.
const largestBytes = 10_000_000
const tailBytes = 16_384

/** Keeps the server's log from filling the disk. The server appends, so it goes on writing to the emptied file. */
export async function boundLog(file: string): Promise<void> {
  const { size } = await stat(file).catch(() => ({ size: 0 }))
  if (size <= largestBytes) return
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

/** Why the server ended, in its own words, from what it wrote after the place given. */
export async function lastComplaint(file: string, from = 0): Promise<string | undefined> {
  const log = await open(file, 'r')
  try {
    const position = Math.max(from, (await log.stat()).size - tailBytes)
    const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(tailBytes), position })
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    const complaint = lines.findLast(
      (line) =>
        /FATAL|PANIC|error while loading|^setpriv:|^postgres:|^but could not/.test(line) && !isGreeting(line),
    )
    return complaint?.replace(/^.*(FATAL|PANIC):\s*/, '').trim()
  } finally {
    await log.close()
  }
}

/** What clients are told who come too early or stay too long. */
function isGreeting(line: string): boolean {
  return /database system is (starting|shutting|not yet)|terminating connection/.test(line)
}
