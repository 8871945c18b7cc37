import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosStage } from './chaos-stage.ts'
import { type Fault, nameOf, type Trouble } from './draw-faults.ts'
import { members } from './fleet.ts'

export type Played = { name: string; endedAt: number }

/** Lets everything go wrong at its time, and answers what did, and when each was over. */
export async function playFaults(stage: ChaosStage, faults: Fault[]): Promise<Played[]> {
  const began = performance.now()
  const played: Played[] = []
  const playOne = async ({ atMs, forMs, trouble }: Fault) => {
    await sleep(Math.max(0, began + atMs - performance.now()))
    const end = await begin(stage, trouble)
    if (end === null) return
    await sleep(forMs)
    await end()
    played.push({ name: nameOf(trouble), endedAt: performance.now() })
  }
  await Promise.all(faults.map(playOne))
  await healAll(stage)
  return played
}

const apis = members.filter((member) => member.startsWith('api'))

/** Answers how it is ended, or null where there was nobody whom it could have befallen. */
async function begin(stage: ChaosStage, trouble: Trouble): Promise<null | (() => unknown)> {
  const { fleet, lines, gateway, receiver, cluster } = stage
  const isOver = () => {}
  switch (trouble.kind) {
    case 'kill':
      // Where a start takes long, nobody would ever be there to answer if the last one were killed too.
      if (trouble.member.startsWith('api') && !apis.every(fleet.isRunning)) return null
      return fleet.kill(trouble.member) ? isOver : null
    case 'kill_database':
      return killDatabase(cluster.pid()) ? isOver : null
    case 'full_disk':
      if (stage.disk === null) return null
      await stage.disk.fill()
      return stage.disk.free
    case 'stop':
      fleet.stop(trouble.member)
      return () => fleet.goOn(trouble.member)
    case 'cut':
      lines[trouble.line].cut()
      return isOver
    case 'freeze':
      lines[trouble.line].freeze()
      return () => lines[trouble.line].thaw()
    case 'clock':
      await fleet.setClock(trouble.member, trouble.aheadMs)
      return () => fleet.setClock(trouble.member, 0)
    case 'provider':
      gateway.faults.add({ fault: trouble.fault, share: trouble.share })
      return () => gateway.faults.clear()
    case 'receiver':
      receiver.setMood(trouble.mood)
      return () => receiver.setMood('fine')
  }
}

/** It may be away already, and not yet be back. */
function killDatabase(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

async function healAll({ fleet, lines, gateway, receiver, disk }: ChaosStage): Promise<void> {
  for (const line of Object.values(lines)) line.thaw()
  gateway.faults.clear()
  receiver.setMood('fine')
  await disk?.free()
  for (const member of members) {
    fleet.goOn(member)
    await fleet.setClock(member, 0)
  }
}
