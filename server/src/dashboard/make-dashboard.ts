import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'

const workspace = join(import.meta.dirname, '..', '..', '..', 'dashboard')

/** Finds or makes the folder that holds the dashboard's files, or says what to do. */
export type MakeDashboard = () => Promise<string>

/** What the build said of its sources. It is for whoever works on them, who sees it where the page would be. */
export class BrokenSources extends Error {}

/** In production nothing is made: the tools for it need not even be there. */
export const findMade: MakeDashboard = async () => {
  const name = await readFile(join(workspace, 'dist', 'current'), 'utf8').catch(() => {
    throw new Error('The dashboard has not been made yet. Run npm run build.')
  })
  return join(workspace, 'dist', name.trim())
}

/** Made of its sources, unless they have not changed since. In a process of its own, and after everybody else: nobody's request waits for it. */
export const makeOfSources: MakeDashboard = async () => {
  const making = promisify(execFile)(process.execPath, [join(workspace, 'build', 'build.ts')], {
    cwd: workspace,
  })
  if (making.child.pid !== undefined) setPriority(making.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  // Nobody would wait for it any more, or end it.
  const endWithUs = () => void making.child.kill()
  process.once('exit', endWithUs)
  try {
    return (await making).stdout.trim()
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string }
    throw new BrokenSources(stripVTControlCharacters(stderr?.trim() || message))
  } finally {
    process.off('exit', endWithUs)
  }
}
