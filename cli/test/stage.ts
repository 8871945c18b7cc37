import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli, type Surroundings } from '../src/cli.ts'

export type Stage = {
  folder: string
  surroundings: Surroundings
  /** Runs a line of words in this process, and gives what it wrote. */
  run(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }>
  close(): Promise<void>
}

/** A machine of its own for the command: nothing of the developer's is read or written. */
export async function openStage(given: Partial<Surroundings> = {}): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'malipo-dev-'))
  const surroundings: Surroundings = {
    env: { XDG_CONFIG_HOME: join(folder, 'config') },
    stdin: (async function* () {})(),
    stdout: { write: () => {} },
    stderr: { write: () => {} },
    homeFolder: folder,
    workingFolder: folder,
    now: () => new Date(),
    signal: new AbortController().signal,
    ...given,
  }
  return {
    folder,
    surroundings,
    async run(...words) {
      const written = { stdout: '', stderr: '' }
      const into = (name: 'stdout' | 'stderr') => ({
        ...surroundings[name],
        write: (text: string) => {
          written[name] += text
        },
      })
      const code = await runCli(words, { ...surroundings, stdout: into('stdout'), stderr: into('stderr') })
      return { code, ...written }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
