import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findChromium } from './find-chromium.ts'

let folder: string
const { CHROMIUM_PATH, PATH } = process.env
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malipo-chromium-'))
  await script('chromium-browser', 'echo "this needs the snap to be installed"')
  await script('google-chrome', 'echo "Google Chrome 150.0"')
  await script('mine', 'echo "Chromium 151.0"')
})
after(async () => {
  if (CHROMIUM_PATH === undefined) delete process.env.CHROMIUM_PATH
  else process.env.CHROMIUM_PATH = CHROMIUM_PATH
  process.env.PATH = PATH
  await rm(folder, { recursive: true })
})

async function script(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`)
  await chmod(join(folder, name), 0o755)
}

test('the browser that is named is taken, if it runs', async () => {
  process.env.CHROMIUM_PATH = join(folder, 'mine')
  assert.equal(await findChromium(), join(folder, 'mine'))
  process.env.CHROMIUM_PATH = join(folder, 'absent')
  assert.equal(await findChromium(), undefined)
})

test('else the first on the path that runs, not a script that only talks of it', async () => {
  delete process.env.CHROMIUM_PATH
  process.env.PATH = folder
  assert.equal(await findChromium(), join(folder, 'google-chrome'))
})
