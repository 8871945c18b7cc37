import { availableParallelism } from 'node:os'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startWatchdog } from './watchdog.ts'

// Runs the test files it is given, in their order, a few at once; options go to Node. Who starts it
// ends its process group afterwards: files that hang have children of their own.
const words = process.argv.slice(2)
const options = words.filter((word) => word.startsWith('--'))
const pattern = '--test-name-pattern='

// A test that hangs is ended and named by Node first; what is left for the watchdog is a file that cannot be asked.
const testMs = Number(process.env.TEST_SECONDS ?? 240) * 1_000
const quietMs = Number(process.env.TEST_QUIET_SECONDS ?? 300) * 1_000

const patterns = options.filter((option) => option.startsWith(pattern))
const events = run({
  files: words.filter((word) => !word.startsWith('--')),
  // Two more than there are cores: many tests wait for processes to start, to die or to be silent. Browsers wait for nothing.
  concurrency: Number(process.env.TEST_FILES_AT_ONCE ?? availableParallelism() + 2),
  timeout: testMs,
  execArgv: options.filter((option) => !option.startsWith(pattern)),
  ...(patterns.length > 0 && { testNamePatterns: patterns.map((option) => option.slice(pattern.length)) }),
})
const watchdog = startWatchdog(quietMs, (hanging) => {
  console.error(
    [`Nothing has finished for ${quietMs / 1_000} seconds. Still running:`, ...hanging].join('\n  '),
  )
  process.exit(1)
})
events.on('test:dequeue', watchdog.began)
events.on('test:complete', watchdog.finished)
events.on('test:fail', ({ todo, skip }) => {
  if (todo === undefined && skip === undefined) process.exitCode = 1
})
events.on('end', watchdog.end)
events.compose(spec).pipe(process.stdout)
