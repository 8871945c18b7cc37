import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const sdk = join(import.meta.dirname, '..')

/** Puts what is published into an empty folder: the client for `import` and for `require`, each with its types, and nothing else. */
export function makePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // Comments are for editors, which read the types; programs need not load them.
  emit(join(folder, 'esm'), ['--removeComments'])
  emit(join(folder, 'cjs'), ['--removeComments', '--module', 'commonjs', '--verbatimModuleSyntax', 'false'])
  for (const format of ['esm', 'cjs']) {
    emit(join(folder, format), ['--declaration', '--emitDeclarationOnly'])
    pointToScripts(join(folder, format))
  }
  // The whole package is of modules, but for what is below this one.
  writeFileSync(join(folder, 'cjs', 'package.json'), `${JSON.stringify({ type: 'commonjs' })}\n`)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  cpSync(join(sdk, 'README.md'), join(folder, 'README.md'))
  cpSync(join(sdk, '..', 'LICENSE'), join(folder, 'LICENSE'))
}

function emit(outDir: string, options: string[]): void {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  )
  execFileSync(process.execPath, [compiler, '-p', join(sdk, 'pack'), '--outDir', outDir, ...options], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

/** The compiler leaves the source's own file names in declarations; what is published are scripts. */
function pointToScripts(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const text = readFileSync(join(folder, name), 'utf8')
    writeFileSync(join(folder, name), text.replace(/(from '\.[^']+)\.ts'/g, "$1.js'"))
  }
}

function manifest() {
  const { name, version, license }: Record<string, string> = JSON.parse(
    readFileSync(join(sdk, 'package.json'), 'utf8'),
  )
  return {
    name,
    version,
    description: 'The client of Malipo, a payments service that you run yourself.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    main: './cjs/sdk.js',
    types: './cjs/sdk.d.ts',
    exports: {
      '.': {
        import: { types: './esm/sdk.d.ts', default: './esm/sdk.js' },
        require: { types: './cjs/sdk.d.ts', default: './cjs/sdk.js' },
      },
      './package.json': './package.json',
    },
    files: ['esm', 'cjs'],
    keywords: ['malipo', 'payments', 'mobile money', 'tanzania', 'mpesa'],
  }
}
