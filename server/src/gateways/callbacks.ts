/** A callback as it leaves a gateway. */
export type Letter = { url: string; headers: Record<string, string>; body: string }

/** What became of one: the status that was answered, or null where nobody did. */
export type Sent = Letter & { status: number | null }

/** Whoever does not take it in this time has not taken it; nobody tries again. */
const patienceMs = 5_000

/** Enough for somebody who looks at what was sent last. */
const mostRemembered = 1_000

export type Post = ReturnType<typeof createPost>

/** Answers the status that the other side gave it, or null where nobody did. */
export type Deliver = (letter: Letter) => Promise<number | null>

const overHttp: Deliver = async ({ url, headers, body }) => {
  const signal = AbortSignal.timeout(patienceMs)
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
  await response.body?.cancel()
  return response.status
}

/** Callbacks that wait for their time, and those that were sent. */
export function createPost(now: () => Date, deliver: Deliver = overHttp) {
  let waiting: { letter: Letter; at: Date }[] = []
  const sent: Sent[] = []
  const underWay = new Set<Promise<void>>()

  async function send(letter: Letter): Promise<void> {
    const status = await deliver(letter).catch(() => null)
    sent.push({ ...letter, status })
    if (sent.length > mostRemembered) sent.shift()
  }

  return {
    add: (letter: Letter, at: Date) => void waiting.push({ letter, at }),
    sendDue(): void {
      const due = waiting.filter(({ at }) => at <= now())
      waiting = waiting.filter(({ at }) => at > now())
      for (const { letter } of due) {
        const sending = send(letter)
        underWay.add(sending)
        void sending.finally(() => underWay.delete(sending))
      }
    },
    sent: (): readonly Sent[] => sent,
    /** Until whatever is on its way has arrived, or has not. */
    settled: async () => void (await Promise.all(underWay)),
  }
}
