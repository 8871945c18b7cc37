import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { makePackage } from './make-package.ts'

// Makes mcp/dist and the archive beside it that npm publishes.
const mcp = join(import.meta.dirname, '..')
makePackage(join(mcp, 'dist'))
execFileSync('npm', ['pack', './dist', '--silent'], { cwd: mcp, stdio: 'inherit' })
