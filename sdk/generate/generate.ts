import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readInterface } from './read-interface.ts'
import { writeResources } from './write-resources.ts'

// Writes sdk/src/resources anew. They are kept in the repository, because they are what developers read; a test tells when they are stale.
const folder = join(import.meta.dirname, '..', 'src', 'resources')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const [name, text] of writeResources(readInterface())) writeFileSync(join(folder, `${name}.ts`), text)
