import assert from 'node:assert/strict'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { mock, test } from 'node:test'

// The second is drawn as the first and a dot: the same letter of the font, which remembers what it was written as.
const plain = 'm'
const dotted = '\u1e43'

/** A printer that has printed nothing yet. */
async function openPrinter(name: string): Promise<(text: string) => Promise<Buffer>> {
  const { openPaper, write }: typeof import('./open-paper.ts') = await import(`./open-paper.ts?${name}`)
  return async (text) => {
    const { paper, finish } = await openPaper({ title: 'A', author: 'B', language: 'en', at: new Date(0) })
    write(paper, 10).text(text, 50, 50)
    return await finish()
  }
}

test('what stood on other papers changes nothing on the next', async () => {
  const [used, unused] = await Promise.all([openPrinter('used'), openPrinter('unused')])
  await used(plain)
  assert.equal((await used(dotted)).compare(await unused(dotted)), 0)
  assert.equal((await used(plain)).compare(await unused(plain)), 0)
})

test('papers that are drawn at once do not mix', async () => {
  const [together, apart] = await Promise.all([openPrinter('together'), openPrinter('apart')])
  const [one, other] = await Promise.all([together(plain), together(dotted)])
  assert.equal(other.compare(await apart(dotted)), 0)
  assert.equal(one.compare(await apart(plain)), 0)
})

test('a font that could not be read once is read for the next paper', async () => {
  const reading = mock.method(files, 'readFile', async () => {
    throw new Error('EMFILE: too many open files')
  })
  syncBuiltinESMExports()
  const print = await openPrinter('unlucky')
  try {
    await assert.rejects(print(plain), /EMFILE/)
  } finally {
    reading.mock.restore()
    syncBuiltinESMExports()
  }
  assert.ok((await print(plain)).length > 0)
})
