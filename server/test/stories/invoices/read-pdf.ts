import { inflateSync } from 'node:zlib'

/** The text of each page of a PDF that our printer made, piece by piece in the order of drawing. */
export function textOfPages(pdf: Buffer): string[] {
  const streams = streamsOf(pdf)
  const letters = lettersIn(streams.find((stream) => stream.includes('beginbfrange')) ?? '')
  return streams
    .filter((stream) => stream.includes(' TJ') || stream.includes(']TJ'))
    .map((stream) =>
      Array.from(stream.matchAll(/\[([^\]]*)\]\s*TJ/g), ([, shown = '']) => decode(shown, letters)).join(
        '\n',
      ),
    )
}

function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1')
  return Array.from(text.matchAll(/stream\n([\s\S]*?)\nendstream/g), ([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
}

/** What each glyph of the embedded font stands for. */
function lettersIn(map: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '0', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    const codes = Array.from(list.matchAll(/<([0-9a-f ]*)>/gi), ([, code = '']) => code.replaceAll(' ', ''))
    for (const [place, code] of codes.entries()) {
      letters.set(Number.parseInt(first, 16) + place, Buffer.from(code, 'hex').swap16().toString('utf16le'))
    }
  }
  return letters
}

function decode(shown: string, letters: Map<number, string>): string {
  return Array.from(shown.matchAll(/<([0-9a-f]+)>/gi), ([, hex = '']) =>
    Array.from(hex.matchAll(/.{4}/g), ([glyph]) => letters.get(Number.parseInt(glyph, 16)) ?? '?').join(''),
  ).join('')
}
