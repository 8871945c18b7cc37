import { lineAt, type Problem, type Rule, type SourceFile } from './source-files.ts'

const exact = /^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/

export const pinsRule: Rule = {
  name: 'pins',
  promise: 'every dependency is pinned to one version',
  check: (files) => files.filter(({ path }) => /(^|\/)package\.json$/.test(path)).flatMap(loosePins),
}

function loosePins({ path, text }: SourceFile): Omit<Problem, 'rule'>[] {
  const manifest: unknown = parse(text)
  if (!isRecord(manifest)) return [{ path, message: 'is not a JSON object' }]
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((field) => {
    const pins = manifest[field] ?? {}
    if (!isRecord(pins)) return [{ path, message: `${field} is not an object` }]
    return Object.entries(pins).flatMap(([name, version]) => {
      if (typeof version === 'string' && exact.test(version)) return []
      const line = lineAt(text, Math.max(0, text.indexOf(`"${name}"`, text.indexOf(`"${field}"`))))
      return [{ path, line, message: `${name} is ${JSON.stringify(version)}; name one exact version` }]
    })
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
