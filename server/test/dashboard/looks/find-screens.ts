import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = join(import.meta.dirname, '..', '..', '..', '..', 'dashboard', 'src')
const route =
  /(?:export const (\w+) = )?createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*(?:id|path): '([^']*)'/g
const beginnings: Record<string, string> = { rootRoute: '' }

/** The address of every screen that the router knows, with `$names` where ids go. What only surrounds screens or leads on is none. */
export async function findScreens(): Promise<string[]> {
  const texts = await Promise.all(
    (await Array.fromAsync(glob('**/*.tsx', { cwd: sources }))).map((file) =>
      readFile(join(sources, file), 'utf8'),
    ),
  )
  const found = texts.flatMap((text) => [...text.matchAll(route)])
  const written = texts.join('\n').split('createRoute({').length - 1
  if (found.length !== written) throw new Error(`${written} routes are written, ${found.length} can be read`)
  for (const [, name, parent = '', path = ''] of found) {
    if (name !== undefined) beginnings[name] = `${parent}:${path}`
  }
  const around = ['insideRoute', 'merchantRoute', 'adminRoute', 'startRoute']
  const paths = found
    .filter(([, name = '']) => !around.includes(name))
    .map(([, , parent = '', path = '']) => `${beginningOf(parent)}${path}`.replace(/(?<=.)\/$/, ''))
  return [...new Set(paths)].sort()
}

/** Where the address of a route's children begins. One that has only an id is not part of it. */
function beginningOf(name: string): string {
  const known = beginnings[name]
  if (known === undefined) throw new Error(`No route is called ${name}`)
  const [parent, path = ''] = known.split(':')
  if (parent === undefined || parent === '') return ''
  return beginningOf(parent) + (path.startsWith('/') ? path : '')
}
