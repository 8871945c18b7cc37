import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Packs every text once, so that nothing is packed while somebody waits for it. */
export async function packFiles(folder: string): Promise<void> {
  for await (const name of glob('**/*.{js,css,html,svg,json,webmanifest}', { cwd: folder })) {
    const file = join(folder, name)
    const bytes = await readFile(file)
    await Promise.all([
      promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
      promisify(brotliCompress)(bytes, quality).then((packed) => writeFile(`${file}.br`, packed)),
    ])
  }
}
