import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const workspace = join(import.meta.dirname, '..', '..', '..', 'dashboard')

/** Finds or makes the folder that holds the dashboard's files, or says what to do. */
export type MakeDashboard = () => Promise<string>

/** In production nothing is made: the tools for it need not even be there. */
export const findMade: MakeDashboard = async () => {
  const name = await readFile(join(workspace, 'dist', 'current'), 'utf8').catch(() => {
    throw new Error('The dashboard has not been made yet. Run npm run build, then start again.')
  })
  return join(workspace, 'dist', name.trim())
}

/** Made of its sources, unless they have not changed since. In a process of its own, and after everybody else: nobody's request waits for it. */
export const makeOfSources: MakeDashboard = async () => {
  const making = promisify(execFile)(process.execPath, [join(workspace, 'build', 'build.ts')], {
    cwd: workspace,
  })
  if (making.child.pid !== undefined) setPriority(making.child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const { stdout } = await making
  return stdout.trim()
}
