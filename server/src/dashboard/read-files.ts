import { hash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

/** One file with its packed forms, all read once. */
export type DashboardFile = {
  type: string
  tag: string
  body: Buffer
  gzip: Buffer | undefined
  brotli: Buffer | undefined
}

/** Every file of the dashboard by the path it is asked for. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>

export const firstPage = '/index.html'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

export async function readFiles(folder: string): Promise<DashboardFiles> {
  const files = new Map<string, DashboardFile>()
  for await (const name of glob('**/*', { cwd: folder })) {
    const type = types[extname(name)]
    if (type === undefined) continue
    const file = join(folder, name)
    const [body, gzip, brotli] = await Promise.all([
      readFile(file),
      readPacked(`${file}.gz`),
      readPacked(`${file}.br`),
    ])
    const tag = `"${hash('sha256', body, 'base64url').slice(0, 16)}"`
    files.set(`/${name.replaceAll('\\', '/')}`, { type, tag, body, gzip, brotli })
  }
  if (!files.has(firstPage)) throw new Error(`There is no dashboard in ${folder}.`)
  return files
}

async function readPacked(file: string): Promise<Buffer | undefined> {
  return await readFile(file).catch(() => undefined)
}
