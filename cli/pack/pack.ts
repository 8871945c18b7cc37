import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { makePackage } from './make-package.ts'

// Makes cli/dist and the archive beside it that npm publishes.
const cli = join(import.meta.dirname, '..')
makePackage(join(cli, 'dist'))
execFileSync('npm', ['pack', './dist', '--silent'], { cwd: cli, stdio: 'inherit' })
