import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const mcp = join(import.meta.dirname, '..')

type Manifest = { version: string; license: string; dependencies: Record<string, string> }

/** Puts what is published into an empty folder: the server as scripts, and nothing else. */
export function makePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  )
  const words = [compiler, '-p', join(mcp, 'pack'), '--outDir', join(folder, 'esm')]
  execFileSync(process.execPath, words, { stdio: ['ignore', 'inherit', 'inherit'] })
  chmodSync(join(folder, 'esm', 'malipo-mcp.js'), 0o755)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  cpSync(join(mcp, 'README.md'), join(folder, 'README.md'))
  cpSync(join(mcp, '..', 'LICENSE'), join(folder, 'LICENSE'))
}

function manifest() {
  const read = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'))
  const { version, license, dependencies } = read(join(mcp, 'package.json'))
  const client = read(join(mcp, '..', 'sdk', 'package.json')).version
  return {
    name: '@malipo/mcp',
    version,
    description:
      'Malipo for agents, over the Model Context Protocol: read payments, ask for what people approve.',
    license,
    type: 'module',
    engines: { node: '>=20.6' },
    bin: { 'malipo-mcp': './esm/malipo-mcp.js' },
    files: ['esm'],
    dependencies: { ...dependencies, '@malipo/sdk': client },
    keywords: ['malipo', 'payments', 'mcp', 'agents'],
  }
}
