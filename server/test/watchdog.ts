import type { EventData } from 'node:test'

type Running = { file: string; name: string }

export type Watchdog = {
  began(test: EventData.TestDequeue): void
  finished(test: EventData.TestComplete): void
  end(): void
}

/**
 * Barks when nothing has finished for a while, with the names of what is still running. A machine that is slow finishes
 * something now and then; what hangs never does.
 */
export function startWatchdog(quietMs: number, bark: (hanging: string[]) => void): Watchdog {
  const running = new Map<string, Running>()
  const timer = setTimeout(() => bark(tellRunning([...running.values()])), quietMs)
  const keyOf = ({ file = '', name, nesting }: EventData.TestDequeue | EventData.TestComplete) =>
    `${file} ${nesting} ${name}`
  return {
    began: (test) => void running.set(keyOf(test), { file: test.file ?? '', name: test.name }),
    finished(test) {
      running.delete(keyOf(test))
      timer.refresh()
    },
    end: () => clearTimeout(timer),
  }
}

/** A file counts as a test too; it is named where no test of it is: one that blocks, or does not end. */
function tellRunning(running: Running[]): string[] {
  const isFile = ({ file, name }: Running) => file.endsWith(name) || name.endsWith(file)
  const tests = running.filter((one) => !isFile(one))
  const idle = running.filter((one) => isFile(one) && !tests.some(({ file }) => file === one.file))
  return [
    ...tests.map(({ file, name }) => `${file}: ${name}`),
    ...idle.map(({ file }) => `${file}, though no test of it is known to run`),
  ]
}
