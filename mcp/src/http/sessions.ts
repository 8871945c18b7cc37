import { createHash, timingSafeEqual } from 'node:crypto'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

export type Session = {
  transport: StreamableHTTPServerTransport
  server: McpServer
  /** Of the key that began it. No other may go on with it. */
  digest: Buffer
  beganAt: number
  usedAt: number
}

export type SessionLimits = { most: number; mostOfKey: number; idleMs: number; longestMs: number }

/** An agent's afternoon. One key does not take the places of all others. */
export const usualLimits: SessionLimits = {
  most: 100,
  mostOfKey: 10,
  idleMs: 30 * 60_000,
  longestMs: 12 * 3_600_000,
}

export type Sessions = ReturnType<typeof createSessions>

/** Conversations of callers, each with the key that began it; bounded in number, and in time. */
export function createSessions(limits: SessionLimits, now: () => number) {
  const sessions = new Map<string, Session>()
  /** Of which key each is that is just opening. */
  const opening: Buffer[] = []

  function end(id: string): void {
    const session = sessions.get(id)
    sessions.delete(id)
    session?.server.close().catch(() => {})
  }

  function endOld(): void {
    const at = now()
    for (const [id, { usedAt, beganAt }] of sessions) {
      if (at - usedAt >= limits.idleMs || at - beganAt >= limits.longestMs) end(id)
    }
  }

  return {
    /** Takes a place for as long as `work` opens a session; false when there is none, or the key dawdles at as many as it may have. */
    async withPlace(digest: Buffer, work: () => Promise<void>): Promise<boolean> {
      endOld()
      const own = opening.filter((one) => timingSafeEqual(one, digest))
      if (sessions.size + opening.length >= limits.most || own.length >= limits.mostOfKey) return false
      opening.push(digest)
      try {
        await work()
      } finally {
        opening.splice(opening.indexOf(digest), 1)
      }
      return true
    },
    begin(id: string, session: Omit<Session, 'beganAt' | 'usedAt'>): void {
      const own = [...sessions].filter(([, { digest }]) => timingSafeEqual(digest, session.digest))
      const [oldest] = own
      if (oldest && own.length >= limits.mostOfKey) end(oldest[0])
      sessions.set(id, { ...session, beganAt: now(), usedAt: now() })
    },
    /** Somebody else's is not told apart from one that never was. */
    find(id: string, digest: Buffer): Session | undefined {
      endOld()
      const session = sessions.get(id)
      if (!session || !timingSafeEqual(session.digest, digest)) return undefined
      session.usedAt = now()
      return session
    },
    end,
    endOld,
    endAll: () => [...sessions.keys()].forEach(end),
    count: () => sessions.size,
  }
}

export function digestOf(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}
