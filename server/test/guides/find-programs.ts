import { install, locate, run } from '../debian-program.ts'
import type { Language } from './read-guide.ts'

type Program = { command: string; missing?: never } | { command?: never; missing: string }

type Wanted = {
  /** Debian's packages, where it is not there. */
  packages: string[]
  find(): Promise<string | undefined>
}

const wanted: Record<Language, Wanted> = {
  bash: {
    packages: ['curl', 'jq', 'openssl', 'uuid-runtime'],
    async find() {
      const found = await Promise.all(['curl', 'jq', 'openssl', 'uuidgen'].map(locate))
      return found.includes(undefined) ? undefined : await locate('bash')
    },
  },
  ts: { packages: [], find: async () => process.execPath },
  php: {
    packages: ['php-cli', 'php-curl'],
    find: () => firstThat('php', ['-r', 'echo function_exists("curl_init") ? "yes" : "no";']),
  },
  python: {
    packages: ['python3-requests'],
    find: () => firstThat('python3', ['-c', 'import requests; print("yes")']),
  },
}

/** The first that can do what samples need, on the path or where Debian puts its own. */
async function firstThat(name: string, question: string[]): Promise<string | undefined> {
  for (const command of [await locate(name), `/usr/bin/${name}`]) {
    if (command !== undefined && (await run(command, question, 15_000)) === 'yes') return command
  }
  return undefined
}

/** What runs the samples of a language. Where it is not there and we are root on Debian, it is installed. */
export async function findProgram(language: Language): Promise<Program> {
  const { packages, find } = wanted[language]
  const found = await find()
  if (found !== undefined) return { command: found }
  for (const name of packages) await install(name, `Samples in ${language} need ${name}`)
  const installed = await find()
  if (installed !== undefined) return { command: installed }
  return { missing: `Samples in ${language} need what Debian has as ${packages.join(', ')}. Install it.` }
}
