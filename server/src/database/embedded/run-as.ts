import { StartRefused } from '../../primitives/start-refused.ts'
import type { Account } from './postgres-account.ts'
import { runProgram } from './run-program.ts'

/** How to start a program as the account that runs PostgreSQL. */
export type RunAs = (
  file: string,
  args: string[],
) => { file: string; args: string[]; uid?: number; gid?: number }

/**
 * Finds a way for the account to reach the program and the folders. Root's own folders (`mktemp -d`, /root) are closed
 * to it: then it gets the one capability that passes them, and nothing else of root's power.
 */
export async function chooseRunAs(
  account: Account | undefined,
  program: string,
  folders: string[],
): Promise<RunAs> {
  if (account === undefined) return (file, args) => ({ file, args })
  const ways: RunAs[] = [
    (file, args) => ({ file, args, ...account }),
    (file, args) => ({ file: 'setpriv', args: [...throughClosedFolders(account), file, ...args] }),
  ]
  for (const way of ways) {
    if (await canReach(way, program, folders)) return way
  }
  throw new StartRefused(
    `PostgreSQL runs as uid ${account.uid}, which cannot reach ${[...new Set([program, ...folders])].join(' or ')}: ` +
      'open the folders above them (chmod o+x), move the clone, or set DATA_DIR.',
  )
}

function throughClosedFolders({ uid, gid }: Account): string[] {
  return [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--bounding-set=-all,+dac_override',
    // Without this bit access(2), with which PostgreSQL looks for itself, ignores the capability.
    '--securebits=+no_setuid_fixup',
  ]
}

async function canReach(way: RunAs, program: string, folders: string[]): Promise<boolean> {
  const script = '[ -x "$1" ] || exit 1; for folder; do [ -x "$folder" ] || exit 1; done'
  const { file, args, ...identity } = way('/bin/sh', ['-c', script, 'sh', program, ...folders])
  return (await runProgram(file, args, identity)).code === 0
}
