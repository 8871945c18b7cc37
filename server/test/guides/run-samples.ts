import { spawn } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repository } from '../run-service.ts'
import { type Fence, type Guide, isAsShown, type Language, type Sample } from './read-guide.ts'

/** Printed between one sample and the next, so that each is held against its own output. */
const mark = '\u001e'

const marks: Record<Language, string> = {
  bash: `printf '\\036\\n'`,
  ts: `console.log('\\u001e')`,
  php: `echo "\\x1e\\n";`,
  python: `print("\\x1e", flush=True)`,
}
const endings: Record<Language, string> = { bash: 'sh', ts: 'ts', php: 'php', python: 'py' }

/** The files that readers write, which the programs of any guide may need. */
export async function writeFiles(guides: Guide[], language: Language, folder: string): Promise<void> {
  for (const { language: own, file, text } of fencesOf(guides)) {
    if (own === language && file !== undefined) await writeFile(join(folder, file), `${text}\n`)
  }
}

/** As if it had been installed there. */
export async function linkSdk(folder: string): Promise<void> {
  const scope = join(folder, 'node_modules', '@malipo')
  await mkdir(scope, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await symlink(join(repository, 'sdk'), join(scope, 'sdk'))
}

export function fencesOf(guides: Guide[]): Fence[] {
  return guides.flatMap(({ samples }) => samples.flatMap(({ fences }) => fences))
}

/** All samples of a language in a guide, one after another: as somebody would who pastes them into one program. */
export async function runSamples(
  guide: Guide,
  language: Language,
  place: { command: string; folder: string; environment: Record<string, string> },
): Promise<string[]> {
  const own = guide.samples.flatMap((sample) => {
    const fences = sample.fences.filter((one) => one.language === language && one.notRun === undefined)
    return fences.map((fence) => ({ sample, fence }))
  })
  const run = own.filter(({ fence }) => fence.file === undefined)
  if (run.length === 0) return []
  const file = `${guide.name}.${endings[language]}`
  await writeFile(
    join(place.folder, file),
    program(
      language,
      run.map(({ fence }) => fence),
    ),
  )
  const { code, stdout, stderr } = await runProgram(place.command, file, place.folder, place.environment)
  const printed = stdout.split(`${mark}\n`)
  const problems = run.flatMap(({ sample, fence }, at) =>
    judge(sample, fence, printed[at]).map(
      (problem) => `${guide.name}.md:${fence.line} (${language}) ${problem}`,
    ),
  )
  if (code === 0) return problems
  const at = run[Math.min(printed.length, run.length) - 1]?.fence.line
  return [`${guide.name}.md:${at} (${language}) ended with ${code}: ${stderr || stdout}`, ...problems]
}

function program(language: Language, fences: Fence[]): string {
  const texts = fences.map(({ text }, at) =>
    language === 'php' && at > 0 ? text.replace(/^<\?php\n/, '') : text,
  )
  const first = language === 'bash' ? 'set -euo pipefail\n' : ''
  return `${first}${texts.join(`\n${marks[language]}\n`)}\n`
}

function judge(sample: Sample, { language }: Fence, printed: string | undefined): string[] {
  if (printed === undefined) return ['was not reached']
  const kind = language === 'bash' && sample.json !== undefined ? 'json' : 'text'
  const shown = kind === 'json' ? sample.json : sample.text
  if (shown === undefined) return ['shows nothing of what it prints']
  return isAsShown(printed, shown, kind) ? [] : [`printed\n${printed}\ninstead of\n${shown}`]
}

function runProgram(
  command: string,
  file: string,
  folder: string,
  environment: Record<string, string>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const { PATH, HOME, LANG } = process.env
    const child = spawn(command, [file], {
      cwd: folder,
      env: { PATH, HOME, LANG, NODE_NO_WARNINGS: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 90_000,
      killSignal: 'SIGKILL',
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}
