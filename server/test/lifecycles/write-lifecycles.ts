import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeLifecycles } from './describe-lifecycles.ts'

await writeFile(join(import.meta.dirname, '../../../docs/lifecycles.md'), describeLifecycles())
