import type { Transaction } from '../database/database.ts'

/** Which transactions a cluster knew of when it was restored. */
export type Known = {
  /** Whether one had been committed by then. */
  has(xid: number): Promise<boolean>
  /** Whether one came after that; whatever such a one wrote in the restored cluster was not restored. */
  isLater(xid: number): boolean
}

const turn = 2 ** 32
/** Rows that are older than everybody carry one of these. */
const oldestXid = 2

/** To be asked before anybody writes there. */
export async function knownTo(restored: Transaction): Promise<Known> {
  const [row] = await restored<{ next: bigint }[]>`
    select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next`
  const next = row?.next ?? 0n
  const answers = new Map<number, boolean>()
  // Numbers of transactions come round; half a turn back is before, half a turn ahead is after.
  const stepsBack = (xid: number) => (Number(next % BigInt(turn)) - xid + turn) % turn
  const isLater = (xid: number) => {
    const back = stepsBack(xid)
    return xid > oldestXid && (back === 0 || back > turn / 2)
  }
  /** One that was under way at the point ended there without a commit, whatever became of it in the original. */
  async function wasCommitted(xid: number): Promise<boolean> {
    const full = String(next - BigInt(stepsBack(xid)))
    const [found] = await restored<{ status: string | null }[]>`
      select pg_xact_status(${full}::text::xid8) as status`
    return found?.status !== 'aborted'
  }
  return {
    isLater,
    has: async (xid) => {
      if (xid <= oldestXid) return true
      if (isLater(xid)) return false
      const known = answers.get(xid) ?? (await wasCommitted(xid))
      answers.set(xid, known)
      return known
    },
  }
}
