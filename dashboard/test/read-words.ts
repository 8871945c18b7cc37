import { glob } from 'node:fs/promises'
import { join } from 'node:path'

const sources = join(import.meta.dirname, '..', 'src')

/** What is said at one place, in both languages. Where something is put into a sentence, `{1}` and `{2}` stand for it. */
export type Pair = { file: string; name: string; en: string; sw: string; parameters: [number, number] }

/** Refusals come in English already; what the dashboard says of them it says in Swahili only. */
const saidByTheService = '(as the service says it)'

type Said = string | ((...put: unknown[]) => unknown) | { [name: string]: Said }

/** Every sentence of every file of words, in the order of the files. */
export async function readWords(): Promise<Pair[]> {
  const files = (await Array.fromAsync(glob('**/*-words.ts', { cwd: sources }))).sort()
  const read = files.map(async (file) => {
    const exported: Record<string, unknown> = await import(join(sources, file))
    const words = Object.values(exported).filter(isInBothLanguages)
    if (words.length === 0) throw new Error(`${file} says nothing in both languages`)
    return words.flatMap(({ en, sw }) => pairsOf(file, '', en, sw))
  })
  return (await Promise.all(read)).flat()
}

function isInBothLanguages(value: unknown): value is { en: Said; sw: Said } {
  return typeof value === 'object' && value !== null && 'en' in value && 'sw' in value
}

function pairsOf(file: string, name: string, en: Said, sw: Said): Pair[] {
  if (typeof en === 'object' && typeof sw === 'object') {
    return Object.keys({ ...en, ...sw })
      .filter((key) => !isTone(en, key))
      .flatMap((key) => {
        const inEnglish = en[key] ?? (/saying$/i.test(name) ? saidByTheService : '')
        return pairsOf(file, name === '' ? key : `${name}.${key}`, inEnglish, sw[key] ?? '')
      })
  }
  const parameters: [number, number] = [parametersOf(en), parametersOf(sw)]
  return [{ file, name, en: textOf(en), sw: textOf(sw), parameters }]
}

/** A state is told by a tone and a word; the tone is for the eye. */
function isTone(said: object, key: string): boolean {
  return Array.isArray(said) && said.length === 2 && key === '0'
}

function parametersOf(said: Said): number {
  return typeof said === 'function' ? said.length : 0
}

function textOf(said: Said): string {
  if (typeof said !== 'function') return String(said)
  try {
    return String(said(...Array.from({ length: said.length }, (_, at) => `{${at + 1}}`)))
  } catch {
    // It wants more than a text to be put in: then its source is what can be read and compared.
    return String(said)
  }
}
