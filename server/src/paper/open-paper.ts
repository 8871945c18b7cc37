import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Font } from 'fontkit'
import { create as createCode } from 'qrcode'

export type Paper = PDFKit.PDFDocument

/** A4 in points, with room for a punch. */
export const sheet = { left: 50, right: 545, top: 50, bottom: 770 }

export const ink = {
  text: '#14201b',
  muted: '#55615b',
  line: '#7c8a83',
  paid: '#086440',
  void: '#9f1c1c',
  late: '#7a4b00',
}

/** Read once: to decode what it says of each pair of letters takes eight times as long as to print an invoice. */
let font: Promise<Font> | undefined

/** What could not be read for one paper is read again for the next. */
async function theFont(): Promise<Font> {
  font ??= readFont().catch((error) => {
    font = undefined
    throw error
  })
  return await font
}

async function readFont(): Promise<Font> {
  const { create } = await import('fontkit')
  return create(await readFile(join(import.meta.dirname, 'noto-sans.ttf'))) as Font
}

/** `isLong`: its pages are written out as they are full, and none is gone back to. */
type Imprint = { title: string; author: string; language: string; at: Date; isLong?: boolean }

/** An empty sheet in our one font, and how to get its bytes. The same drawn on it gives the same bytes, whenever and wherever. */
export async function openPaper({ title, author, language, at, isLong = false }: Imprint) {
  const { default: PDFDocument } = await import('pdfkit')
  const tables = await theFont()
  const paper: Paper = new PDFDocument({
    size: 'A4',
    margins: { top: sheet.top, left: sheet.left, right: sheet.left, bottom: 0 },
    bufferPages: !isLong,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at },
  })
  const chunks: Buffer[] = []
  paper.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => paper.once('end', resolve))
  paper.registerFont('text', forOnePaper(tables)).font('text').fillColor(ink.text)
  return {
    paper,
    async finish(): Promise<Buffer> {
      paper.end()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

/**
 * A letter remembers as which sign it was first written, and gives that to whoever copies it; an m is also most of an m with a dot. What stands on one
 * paper is nothing to the next, so each begins without letters, and only the tables are the same.
 */
function forOnePaper(all: Font): PDFKit.Mixins.PDFFontSource {
  return Object.create(all, { _glyphs: { value: {} } })
}

export function write(paper: Paper, size: number, colour: string = ink.text): Paper {
  return paper.fontSize(size).fillColor(colour)
}

export function drawCode(paper: Paper, text: string, at: { left: number; top: number; size: number }): void {
  const { modules } = createCode(text, { errorCorrectionLevel: 'M' })
  const side = at.size / modules.size
  paper.fillColor('#000')
  for (let place = 0; place < modules.size * modules.size; place += 1) {
    if (!modules.data[place]) continue
    const [row, column] = [Math.floor(place / modules.size), place % modules.size]
    paper.rect(at.left + column * side, at.top + row * side, side, side)
  }
  paper.fill()
}
