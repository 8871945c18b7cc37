import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Failover } from './draw-failovers.ts'
import type { Node, PatroniCluster } from './patroni-cluster.ts'
import { signalAll } from './processes-of-node.ts'

export type PlayedFailover = {
  kind: Failover['kind']
  from: Node
  to: Node
  beganAt: number
  wholeAt: number
}

/** Lets one fault after another befall whoever leads, each when the cluster has recovered from the one before. */
export async function playFailovers(
  cluster: PatroniCluster,
  failovers: Failover[],
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
    played.push({ kind, from, to, beganAt, wholeAt: performance.now() })
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
  /** As a machine that hangs, and wakes when it is no longer wanted. */
  async freeze(cluster, node, forMs) {
    const { patroni, postmaster, backends } = await cluster.processes(node)
    const all = [patroni, postmaster, ...backends]
    signalAll(all, 'SIGSTOP')
    try {
      await cluster.untilAnotherLeads(node)
      await sleep(forMs)
    } finally {
      signalAll(all, 'SIGCONT')
    }
  },
  /** Only PostgreSQL; Patroni starts it again, or lets another lead where that takes too long. */
  async crash(cluster, node) {
    const { postmaster } = await cluster.processes(node)
    signalAll([postmaster], 'SIGKILL')
    await sleep(1_000)
  },
  async switchover(cluster, node) {
    await cluster.switchOver()
    await cluster.untilAnotherLeads(node)
  },
}

async function cutPower(cluster: PatroniCluster, node: Node): Promise<void> {
  const { patroni, postmaster, backends } = await cluster.processes(node)
  // Patroni first: it would start again what is missing.
  signalAll([patroni, postmaster, ...backends], 'SIGKILL')
}
