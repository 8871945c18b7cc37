import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findMade, keepMade } from './made-folders.ts'
import { packFiles } from './pack-files.ts'
import { sourceDigest } from './source-digest.ts'

// Makes the dashboard, unless what it would be made of has been made already, and prints the folder that holds it.
const digest = await sourceDigest()
const made = await findMade(digest)
if (made !== undefined) {
  console.log(made)
} else {
  const { build } = await import('vite')
  const folder = join(import.meta.dirname, '..', 'dist', `being-made-${process.pid}`)
  try {
    await build({
      configFile: join(import.meta.dirname, '..', 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    })
    await packFiles(folder)
    console.log(await keepMade(folder, digest))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
