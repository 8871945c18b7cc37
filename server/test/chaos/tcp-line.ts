import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

export type Line = Awaited<ReturnType<typeof openLine>>

/** A way that connections take, and that can be cut or fall silent. Answers where it begins. */
export async function openLine(leadsTo: () => NetConnectOpts) {
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let isFrozen = false

  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = connect({ ...leadsTo(), noDelay: true, allowHalfOpen: true })
    const pair = { near, far }
    pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        // Nobody here sends so much that it would have to wait for the other side.
        if (!to.destroyed) to.write(chunk)
      })
      from.on('end', () => to.end())
      from.on('error', () => breakOff(to))
      from.on('close', () => {
        pairs.delete(pair)
        if (!to.destroyed) to.destroySoon()
      })
    }
    if (isFrozen) hold(pair)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  function hold({ near, far }: { near: Socket; far: Socket }): void {
    near.pause()
    far.pause()
  }

  return {
    port,
    /** Whoever talks is cut off in the middle of a word; the next connection is welcome at once. */
    cut(): void {
      for (const { near, far } of [...pairs]) {
        breakOff(near)
        breakOff(far)
      }
    },
    /** From now on no byte arrives, and nobody is told so. */
    freeze(): void {
      isFrozen = true
      for (const pair of pairs) hold(pair)
    },
    thaw(): void {
      isFrozen = false
      for (const { near, far } of pairs) {
        near.resume()
        far.resume()
      }
    },
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const { near, far } of [...pairs]) {
        near.destroy()
        far.destroy()
      }
      await closed
    },
  }
}

/**
 * As a line does that is torn: not with a farewell. A socket that has begun to take its leave cannot be reset any more, nor can one of a folder; to try
 * would leave it open for ever.
 */
function breakOff(socket: Socket): void {
  const canBeReset = socket.remoteFamily !== undefined && !socket.writableEnded
  if (canBeReset) socket.resetAndDestroy()
  else socket.destroy()
}
