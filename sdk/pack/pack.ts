import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { makePackage } from './make-package.ts'

// Makes sdk/dist and the archive beside it that npm publishes.
const sdk = join(import.meta.dirname, '..')
makePackage(join(sdk, 'dist'))
execFileSync('npm', ['pack', './dist', '--silent'], { cwd: sdk, stdio: 'inherit' })
