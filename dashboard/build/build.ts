import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beginFolder, findMade, keepMade } from './made-folders.ts'
import { packFiles } from './pack-files.ts'
import { sourceDigest } from './source-digest.ts'

// Makes the dashboard, unless what it would be made of has been made already, and prints the folder that holds it.
try {
  const digest = await sourceDigest()
  console.log((await findMade(digest)) ?? (await make(digest)))
} catch (error) {
  // What is wrong with the sources, for whoever works on them; where the tools noticed it helps nobody.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function make(digest: string): Promise<string> {
  // A service that is started for development hands its own down, and React would come with all its warnings.
  process.env.NODE_ENV = 'production'
  const { build, createLogger } = await import('vite')
  const folder = beginFolder()
  try {
    await build({
      configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
      logLevel: 'warn',
      // What is wrong is thrown as well, and there without how long it took to find, which is never the same.
      customLogger: { ...createLogger('warn'), error: () => {} },
      build: { outDir: folder, emptyOutDir: true },
    })
    await packFiles(folder)
    return await keepMade(folder, digest)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
