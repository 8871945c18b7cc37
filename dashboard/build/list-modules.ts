import { isAbsolute, join, relative } from 'node:path'
import type { Plugin } from 'vite'

const repository = join(import.meta.dirname, '..', '..')

/** Keeps beside each build what every file of it was made of, so that what came along unnoticed can be found. */
export function listModules(): Plugin {
  return {
    name: 'list-modules',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const made = chunks.map(({ fileName, moduleIds }) => [fileName, moduleIds.map(withinRepository)])
      this.emitFile({
        type: 'asset',
        fileName: 'modules.json',
        source: JSON.stringify(Object.fromEntries(made)),
      })
    },
  }
}

function withinRepository(id: string): string {
  return isAbsolute(id) ? relative(repository, id) : id
}
