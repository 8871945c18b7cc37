import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort, repository, temporaryFolder } from '../run-service.ts'
import { type Guide, isAsShown, readGuideOf, type Sample } from './read-guide.ts'
import { eventually } from './stage.ts'

const run = promisify(execFile)

test('from a fresh clone to a paid collection in a program of their own, as the quickstart says', async (t) => {
  const { path: home, remove } = await temporaryFolder()
  const clone = join(home, 'malipo')
  await run('git', ['clone', '--quiet', '--local', repository, clone])
  const guide = await readGuideOf('docs/guides/quickstart.md', clone)
  const [starting, where, ...rest] = guide.samples
  assert.ok(starting !== undefined && where !== undefined)
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
  const first = await startAsShown(starting, clone)
  try {
    const line = await first.printedLine()
    const ready = seconds()
    assert.ok(isAsShown(anyPort(line), anyPort(where.fences[0]?.text ?? ''), 'text'), line)
    const { stdout } = await run('bash', ['-c', restOf(line, rest)], { cwd: clone, env: ownEnvironment() })
    t.diagnostic(`proof: quickstart followed in ${seconds()} s, the service ready after ${ready} s`)
    const shown = guide.samples.at(-1)?.text ?? ''
    const printed = stdout.trim().split('\n').slice(-shown.split('\n').length).join('\n')
    assert.ok(isAsShown(printed, shown, 'text'), stdout)
    assert.match(printed, /successful: deliver it$/)
  } finally {
    await first.stop()
    await remove()
  }
})

/** Port 4000 as the guide says, or another where that is taken, as it says too. */
async function startAsShown({ fences, text = '' }: Sample, clone: string) {
  const port = (await isFree(4000)) ? 4000 : await freePort()
  const words = fences[0]?.text ?? ''
  const child = spawn(
    'bash',
    ['-ec', port === 4000 ? words : words.replace('npm start', `PORT=${port} npm start`)],
    {
      cwd: clone,
      env: ownEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const found = () => output.split('\n').find((line) => isAsShown(anyPort(line), anyPort(text), 'text'))
  return {
    /** The line that the guide tells to copy. */
    async printedLine(): Promise<string> {
      const isOver = () => found() !== undefined || child.exitCode !== null
      // Hundreds of packages take half a minute, and far longer where others are at work.
      await eventually('the service tells its keys', isOver, 400_000).catch(() => {})
      return found()?.trim() ?? assert.fail(output)
    },
    stop: () => endGroup(child),
  }
}

const anyPort = (text: string) => text.replace(/localhost:\d+/, 'localhost:4000')

/** What is typed and saved after the line was pasted, in one terminal. */
function restOf(line: string, samples: Guide['samples']): string {
  const steps = samples.map(({ fences }) => {
    const { file, text = '' } = fences[0] ?? {}
    return file === undefined ? text : `cat > ${file} <<'END_OF_FILE'\n${text}\nEND_OF_FILE`
  })
  return ['set -e', line, ...steps].join('\n')
}

/** That of somebody's terminal: nothing of the test, of npm that runs it, or of this repository's programs. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = ['HOME', 'LANG', 'TMPDIR', 'npm_config_registry', 'npm_config_cache', 'npm_config_userconfig']
  const env = Object.fromEntries(
    kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  // Whether packages are known to be bad is asked of the registry, which need not be there.
  return {
    ...env,
    npm_config_audit: 'false',
    PATH: path.filter((folder) => !folder.startsWith(repository)).join(delimiter),
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** With everything that it has started; what is being installed would be written while it is removed. */
async function endGroup({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return
  const signal = (name: NodeJS.Signals | 0) => {
    try {
      return process.kill(-pid, name)
    } catch {
      return false
    }
  }
  signal('SIGTERM')
  await eventually('everything has ended', () => !signal(0), 20_000).catch(() => signal('SIGKILL'))
}
