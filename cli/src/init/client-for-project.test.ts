import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sdkVersion } from '../version.ts'
import { clientForProject } from './client-for-project.ts'

test('a command that was installed gives its projects the published client', () => {
  assert.deepEqual(clientForProject('/modules/@malipo/cli/esm/init/client-for-project.js'), {
    dependency: sdkVersion,
  })
})

test('a clone gives its projects the package that is made there, and says how to make it', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'malipo-clone-'))
  try {
    const own = join(clone, 'cli', 'src', 'init', 'client-for-project.ts')
    const made = join(clone, 'sdk', `malipo-sdk-${sdkVersion}.tgz`)
    const first = `npm --prefix "${clone}" run --silent pack -w sdk`
    assert.deepEqual(clientForProject(own), { dependency: `file:${made}`, first })
    await mkdir(join(clone, 'sdk'))
    await writeFile(made, '')
    assert.deepEqual(clientForProject(own), { dependency: `file:${made}` })
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
})
