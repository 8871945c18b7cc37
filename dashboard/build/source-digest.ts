import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '..', '..')

/** Whatever can change what is made. Types of the contract are gone by then, and tests are not part of it. */
const sources = [
  'dashboard/{index.html,vite.config.ts,package.json,tsconfig.json}',
  'dashboard/{src,build,public}/**/*.*',
  'sdk/src/**/*.ts',
  'server/src/pages/{tokens.css,mark.svg}',
  'package-lock.json',
  'tsconfig.base.json',
]

/** A name for what the dashboard is made of, the same wherever the same stands. */
export async function sourceDigest(): Promise<string> {
  const files: string[] = []
  for (const pattern of sources) {
    for await (const file of glob(pattern, { cwd: repository }))
      if (!file.includes('.test.')) files.push(file)
  }
  const digest = createHash('sha256')
  for (const file of files.sort()) {
    const bytes = await readFile(join(repository, file))
    digest.update(`${file}\n${bytes.length}\n`).update(bytes)
  }
  return digest.digest('hex').slice(0, 16)
}
