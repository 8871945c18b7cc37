import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanFileName, plainFileName, recogniseFile } from './recognise-file.ts'

test('a file is what it begins with, and nothing else is taken', () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])
  assert.equal(recogniseFile(Buffer.from('%PDF-1.7\n')), 'application/pdf')
  assert.equal(recogniseFile(png), 'image/png')
  assert.equal(recogniseFile(Buffer.from([0xff, 0xd8, 0xff, 0xe0])), 'image/jpeg')
  for (const text of ['<html>', '<svg xmlns', 'GIF89a', 'MZ', ' %PDF-1.7', '%PDF', '', 'PK\u0003\u0004'])
    assert.equal(recogniseFile(Buffer.from(text)), null, text)
})

test('a file name keeps its words, and loses folders, quotes, line ends and endings that lie', () => {
  const cleaned: [string, string][] = [
    ['TIN certificate.pdf', 'TIN certificate.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\scans\\leseni ya biashara.PDF', 'leseni ya biashara.pdf'],
    ['invoice.pdf.html', 'invoice.pdf.pdf'],
    ['a"; filename="b.html', 'a_ filename_b.pdf'],
    ['x\r\nSet-Cookie: y.pdf', 'x_Set-Cookie_ y.pdf'],
    ['.htaccess', 'document.pdf'],
    ['Ünïcode ✓.pdf', 'Ünïcode _.pdf'],
    ['', 'document.pdf'],
    [`${'a'.repeat(300)}.pdf`, `${'a'.repeat(100)}.pdf`],
    [`${'a'.repeat(99)}𠀀𠀀.pdf`, `${'a'.repeat(99)}𠀀.pdf`],
    ['a\ud800.pdf', 'a_.pdf'],
  ]
  for (const [given, expected] of cleaned) assert.equal(cleanFileName(given, 'application/pdf'), expected)
  assert.equal(plainFileName('Ünïcode 文.pdf'), 'Unicode _.pdf')
})
