import { type Import, importsOf } from './imports.ts'
import { isTest, type Rule, type SourceFile } from './source-files.ts'

type Table = Record<string, { imports: string[]; importsTypes?: string[] }>

/** What each workspace may import of the others, by its name. Those that are not built yet have their line already. */
const workspaces: Table = {
  contract: { imports: [] },
  sdk: { imports: ['contract'] },
  cli: { imports: ['sdk'], importsTypes: ['contract'] },
  mcp: { imports: ['sdk'], importsTypes: ['contract'] },
  dashboard: { imports: ['sdk'], importsTypes: ['contract'] },
  server: { imports: ['contract'] },
  bench: { imports: ['contract', 'sdk', 'cli', 'mcp', 'dashboard', 'server'] },
}

// It measures the inside of the server, so it may reach where the others ask at the door; so may tests.
const mayReachInside = ['bench']

export const workspacesRule: Rule = {
  name: 'workspaces',
  promise:
    'workspaces import each other by name, as their table says, and each is type-checked by its own tsconfig.json',
  check: (files) => [
    ...strangers(files),
    ...unchecked(files),
    ...files
      .filter(({ path }) => !isTest(path))
      .flatMap(importsOf)
      .flatMap((one) => {
        const message = judge(one)
        return message === undefined ? [] : [{ path: one.from, line: one.line, message }]
      }),
  ],
}

export function workspaceOf(path: string): string | undefined {
  const [first = ''] = path.split('/')
  return Object.hasOwn(workspaces, first) ? first : undefined
}

function judge({ from, target, specifier, isOfTypes }: Import): string | undefined {
  const here = workspaceOf(from)
  if (here === undefined || target === undefined || mayReachInside.includes(here)) return undefined
  const there = workspaceOf(target)
  if (here === there) return undefined
  if (there === undefined) return target.endsWith('.json') ? undefined : `${specifier} is in no workspace`
  const { imports, importsTypes = [] } = workspaces[here] ?? { imports: [] }
  if (!imports.includes(there) && !importsTypes.includes(there)) return `${here} may not import ${there}`
  if (specifier !== `@malipo/${there}`) return `${there} is imported as @malipo/${there}, not as ${specifier}`
  return imports.includes(there) || isOfTypes ? undefined : `${here} may only import types of ${there}`
}

function strangers(files: SourceFile[]) {
  const found = files.flatMap(({ path }) => /^([^/]+)\/(?:src\/|package\.json$)/.exec(path)?.[1] ?? [])
  return [...new Set(found)]
    .filter((name) => workspaceOf(name) === undefined)
    .map((path) => ({
      path,
      message: 'is no known workspace; give it a line in server/test/tidy/workspaces.ts',
    }))
}

function unchecked(files: SourceFile[]) {
  const textOf = new Map(files.map(({ path, text }) => [path, text]))
  return Object.keys(workspaces)
    .filter((name) => textOf.has(`${name}/package.json`))
    .flatMap((name) => {
      const config = `${name}/tsconfig.json`
      if (/"extends": "\.\.\/tsconfig\.base\.json"/.test(textOf.get(config) ?? '')) return []
      return [{ path: config, message: 'must extend ../tsconfig.base.json' }]
    })
}
