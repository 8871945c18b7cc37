import type { documentTypes } from '@malipo/contract'

export type DocumentType = (typeof documentTypes)[number]

/** What files of each kind begin with, and what they are called at the end. */
const kinds: { type: DocumentType; magic: Buffer; ending: string }[] = [
  { type: 'application/pdf', magic: Buffer.from('%PDF-'), ending: 'pdf' },
  { type: 'image/png', magic: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ending: 'png' },
  { type: 'image/jpeg', magic: Buffer.from([0xff, 0xd8, 0xff]), ending: 'jpg' },
]

/** By the bytes alone: names and headers are the uploader's to choose. Null for whatever is none of the three. */
export function recogniseFile(bytes: Buffer): DocumentType | null {
  return kinds.find(({ magic }) => bytes.subarray(0, magic.length).equals(magic))?.type ?? null
}

/** As long as anybody needs, and shorter than any file system allows. */
const mostCharacters = 100

/** What a file may be called here: letters, digits and a little between them, with the ending of what it is. */
export function cleanFileName(given: string, type: DocumentType): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const cleaned = base
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N} ._()-]+/gu, '_')
    .replace(/^[\s._-]+/, '')
  // By whole characters: half of one is no text, and no database keeps it.
  const stem = [...cleaned].slice(0, mostCharacters).join('').trim()
  const ending = kinds.find((kind) => kind.type === type)?.ending
  return `${stem === '' ? 'document' : stem}.${ending}`
}

/** The same in letters that every header can carry. */
export function plainFileName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^A-Za-z0-9 ._()-]+/g, '_')
}
