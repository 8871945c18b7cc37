import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort, type RunningService, repository, runService } from '../run-service.ts'

export const members = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const
export type Member = (typeof members)[number]

export type Fleet = Awaited<ReturnType<typeof openFleet>>

export type FleetWishes = {
  environment: Record<string, string>
  /** Where the clocks of the processes are set. */
  folder: string
  /** What is loaded into every process that answers requests, to plant a bug there. */
  plant?: string
  /** Where whoever leads callers looks for them; any free ones otherwise. */
  ports?: Partial<Record<Member, number>> | undefined
}

const fileUrl = (name: string) => pathToFileURL(join(repository, 'server', 'test', 'chaos', name)).href

/** Real processes, each started again whenever it ends, as whoever runs a service has it. */
export async function openFleet({ environment, folder, plant, ports: given = {} }: FleetWishes) {
  const ports = new Map<Member, number>()
  for (const member of members) ports.set(member, given[member] ?? (await freePort()))
  const running = new Map<Member, RunningService>()
  /** What each is started with from now on. */
  const commands = new Map<Member, string[]>()
  const killed = new WeakSet<RunningService>()
  /** What was said by those who ended though nobody had killed them. */
  const endedAlone: string[] = []
  /** What those who have ended said of requests that broke, and of those that were told to come again. */
  const broke: string[] = []
  const turnedAway: string[] = []
  let starts = 0
  let isClosing = false
  const clockOf = (member: Member) => join(folder, `clock-of-${member}`)

  function start(member: Member): Promise<RunningService> {
    const role = member.startsWith('api') ? 'api' : 'worker'
    const loaded = ['clock-that-jumps.ts', ...(plant && role === 'api' ? [plant] : [])]
    starts += 1
    return runService({
      port: ports.get(member) ?? 0,
      command: commands.get(member) ?? ['server/src/main.ts'],
      environment: {
        ...environment,
        ROLE: role,
        CHAOS_CLOCK: clockOf(member),
        NODE_OPTIONS: loaded.map((name) => `--import=${fileUrl(name)}`).join(' '),
      },
    })
  }

  async function keep(member: Member): Promise<void> {
    while (!isClosing) {
      // One that finds no database at its start ends, and is started again.
      const service = await start(member).catch(() => null)
      if (service === null) {
        await sleep(500)
        continue
      }
      running.set(member, service)
      if (isClosing) service.child.kill('SIGKILL')
      const { code, signal } = await service.exit
      running.delete(member)
      broke.push(...brokenIn(service))
      turnedAway.push(...turnedAwayBy(service))
      if (!isClosing && !killed.has(service))
        endedAlone.push(`${member} ended with ${code ?? signal}: ${service.output().slice(-2_000)}`)
    }
  }
  const keeping = members.map(keep)

  return {
    endedAlone,
    starts: () => starts,
    portOf: (member: Member) => ports.get(member) ?? 0,
    isRunning: (member: Member) => running.has(member),
    isUp: () => members.every((member) => running.has(member)),
    kill(member: Member): boolean {
      const service = running.get(member)
      if (service === undefined) return false
      killed.add(service)
      return service.child.kill('SIGKILL')
    },
    /** Told to end, and started again when it has: with another version, if one is given. Tells with what it ended. */
    async replace(
      member: Member,
      command?: string[],
      signal: NodeJS.Signals = 'SIGTERM',
    ): Promise<number | null> {
      const service = running.get(member)
      if (service === undefined) return null
      if (command) commands.set(member, command)
      killed.add(service)
      service.child.kill(signal)
      const { code } = await service.exit
      while (!isClosing && (running.get(member) ?? service) === service) await sleep(50)
      return code
    },
    stop: (member: Member): void => void running.get(member)?.child.kill('SIGSTOP'),
    goOn: (member: Member): void => void running.get(member)?.child.kill('SIGCONT'),
    setClock: (member: Member, aheadMs: number) => writeFile(clockOf(member), String(aheadMs)),
    /** What they said of requests that broke, and the last that they printed, for whoever looks for a cause. */
    said: (): string =>
      [
        ...broke,
        ...[...running.values()].flatMap(brokenIn),
        ...[...running].map(([member, { output }]) => `${member}: ${output().slice(-3_000)}`),
      ].join('\n'),
    /** Why requests were told to come again. */
    turnedAway: () => [...turnedAway, ...[...running.values()].flatMap(turnedAwayBy)],
    async close(): Promise<void> {
      isClosing = true
      for (const service of running.values()) service.child.kill('SIGKILL')
      await Promise.all(keeping)
    },
  }
}

/** A request that met a bug is told as an error; one that met a database that is away is not. */
const brokenIn = (service: RunningService) => failedIn(service, 'error')
/** Without those of the process itself, which tells whoever leads callers that it is leaving. */
const turnedAwayBy = (service: RunningService) =>
  failedIn(service, 'warn').filter((line) => !line.includes('"type":"Refusal"'))

function failedIn({ output }: RunningService, level: 'error' | 'warn'): string[] {
  return output()
    .split('\n')
    .filter((line) => line.includes(`"level":"${level}"`) && line.includes('"msg":"request failed"'))
}
