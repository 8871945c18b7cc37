import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failover } from './draw-failovers.ts'
import { type Node, nodes } from './nodes.ts'
import type { PatroniCluster } from './patroni-cluster.ts'
import { signalAll } from './processes-of-node.ts'

export type PlayedFailover = {
  kind: Failover['kind']
  from: Node
  to: Node
  beganAt: number
  wholeAt: number
  /** What had been acknowledged until then and was not there. */
  missing: string[]
}

/** Lets one fault after another befall whoever leads, each when the cluster has recovered from the one before. */
export async function playFailovers(
  cluster: PatroniCluster,
  failovers: Failover[],
  whatIsMissing: () => Promise<string[]>,
): Promise<PlayedFailover[]> {
  const played: PlayedFailover[] = []
  for (const { kind, afterMs, forMs } of failovers) {
    await cluster.untilWhole()
    await sleep(afterMs)
    const from = (await cluster.primary()) ?? assert.fail('nobody leads')
    const beganAt = performance.now()
    await befall[kind](cluster, from, forMs)
    await cluster.untilWhole()
    const to = (await cluster.primary()) ?? assert.fail('nobody leads')
    const wholeAt = performance.now()
    played.push({ kind, from, to, beganAt, wholeAt, missing: await whatIsMissing() })
  }
  return played
}

/** For so long the standbys get nothing: whoever acknowledges without them has then acknowledged what only one has. */
const behindMs = 1_500

type Befall = (cluster: PatroniCluster, node: Node, forMs: number) => Promise<void>

const befall: Record<Failover['kind'], Befall> = {
  /** All of the machine is gone at once; it comes back when another leads. */
  async power_cut(cluster, node, forMs) {
    await cutPower(cluster, node)
    await cluster.untilAnotherLeads(node)
    await sleep(forMs)
    await cluster.start(node)
  },
  /** Stopped where it is sent: what had already reached a standby would be read by it all the same. */
  async power_cut_while_behind(cluster, node, forMs) {
    signalAll(await cluster.walSenders(node), 'SIGSTOP')
    await sleep(behindMs)
    await befall.power_cut(cluster, node, forMs)
  },
  /**
   * Whoever takes over is lost too, before a standby is known to have all that it acknowledges: then nobody else may lead, and it has to come back. etcd
   * goes on elsewhere.
   */
  async lost_before_covered(cluster, node, forMs) {
    await killDatabase(cluster, node)
    const successor = await cluster.untilAnotherLeads(node)
    await killDatabase(cluster, successor)
    await sleep(forMs)
    await cluster.start(node)
    await cluster.start(successor)
  },
  /** As a machine that stands still, and wakes when it is no longer wanted. */
  async freeze(cluster, node, forMs) {
    const { etcd, patroni, postmaster, backends } = await cluster.processes(node)
    await stoppedUntilAnotherLeads(cluster, node, [etcd, patroni, postmaster, ...backends], forMs)
  },
  /** As on a disk that answers late: Patroni waits for PostgreSQL, and still believes that it leads when both go on. */
  async hang(cluster, node, forMs) {
    const { postmaster, backends } = await cluster.processes(node)
    await stoppedUntilAnotherLeads(cluster, node, [postmaster, ...backends], forMs)
  },
  /** Only PostgreSQL; Patroni starts it again, or lets another lead where that takes too long. */
  async crash(cluster, node) {
    const { postmaster } = await cluster.processes(node)
    signalAll([postmaster], 'SIGKILL')
    await cluster.untilAnotherServes(node, postmaster)
  },
  async switchover(cluster, node) {
    await cluster.switchOver()
    await cluster.untilAnotherLeads(node)
  },
  /** Nothing reaches it, and it reaches nothing. */
  async cut_off(cluster, node, forMs) {
    await cluster.cut(node)
    await mendedWhenAnotherLeads(cluster, node, forMs)
  },
  /** Callers still reach it, and it reaches neither its standbys nor more than one etcd. */
  async parted(cluster, node, forMs) {
    await cluster.cut(node, ...nodes.filter((other) => other !== node))
    await mendedWhenAnotherLeads(cluster, node, forMs)
  },
  /** It may go on with what room its log still has, or end and not come up again, so that another leads. */
  async disk_full(cluster, node, forMs) {
    await cluster.fill(node)
    await sleep(fullMs + forMs)
    await cluster.free(node)
  },
}

const fullMs = 10_000

async function stoppedUntilAnotherLeads(
  cluster: PatroniCluster,
  node: Node,
  pids: (number | undefined)[],
  forMs: number,
): Promise<void> {
  signalAll(pids, 'SIGSTOP')
  try {
    await cluster.untilAnotherLeads(node)
    await sleep(forMs)
  } finally {
    signalAll(pids, 'SIGCONT')
  }
}

async function mendedWhenAnotherLeads(cluster: PatroniCluster, node: Node, forMs: number): Promise<void> {
  try {
    await cluster.untilAnotherLeads(node)
    await sleep(forMs)
  } finally {
    await cluster.mend()
  }
}

async function cutPower(cluster: PatroniCluster, node: Node): Promise<void> {
  const { etcd, patroni, postmaster, backends } = await cluster.processes(node)
  // Patroni before PostgreSQL: it would start again what is missing.
  signalAll([etcd, patroni, postmaster, ...backends], 'SIGKILL')
  await cluster.untilGone(node)
}

async function killDatabase(cluster: PatroniCluster, node: Node): Promise<void> {
  const { patroni, postmaster, backends } = await cluster.processes(node)
  signalAll([patroni, postmaster, ...backends], 'SIGKILL')
  await cluster.untilGone(node)
}
