import { glob, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { repository } from '../run-service.ts'

/** Languages whose fences are run. Anything else in a guide is output or words. */
export const languages = ['bash', 'ts', 'php', 'python'] as const
export type Language = (typeof languages)[number]

export type Fence = {
  language: Language
  /** A file that the reader writes, for the programs after it; without a name it is part of the program itself. */
  file: string | undefined
  /** Why it is not run. */
  notRun: string | undefined
  text: string
  line: number
}

/** Fences that follow each other say the same thing in several languages. What they print stands below them. */
export type Sample = {
  fences: Fence[]
  /** What curl shows. */
  json: string | undefined
  /** What the programs print, and curl too where no JSON is shown. */
  text: string | undefined
}

export type Guide = { name: string; front: Record<string, string>; samples: Sample[] }

type Block = { info: string; text: string; line: number; followsAnother: boolean }

/** The guides in a folder of the repository. */
export async function readGuides(folder: string): Promise<Guide[]> {
  const files = await Array.fromAsync(glob(`${folder}/*.md`, { cwd: repository }))
  return await Promise.all(files.sort().map((file) => readGuideOf(file)))
}

export async function readGuideOf(file: string, root = repository): Promise<Guide> {
  return readGuide(basename(file, '.md'), await readFile(join(root, file), 'utf8'))
}

/** Reads the samples of a guide in their order. */
export function readGuide(name: string, markdown: string): Guide {
  const samples: Sample[] = []
  for (const block of blocksOf(markdown)) {
    const fence = fenceOf(block)
    const last = samples.at(-1)
    if (fence !== undefined) {
      const joins =
        block.followsAnother && last !== undefined && last.json === undefined && last.text === undefined
      if (joins) last.fences.push(fence)
      else samples.push({ fences: [fence], json: undefined, text: undefined })
    } else if (last !== undefined) {
      if (block.info === 'json') last.json ??= block.text
      if (block.info === 'text') last.text ??= block.text
    }
  }
  return { name, front: frontOf(markdown), samples }
}

function frontOf(markdown: string): Record<string, string> {
  const [, text = ''] = /^---\n([\s\S]*?)\n---\n/.exec(markdown) ?? []
  return Object.fromEntries(Array.from(text.matchAll(/^(\w+): *(.*)$/gm), ([, name, value]) => [name, value]))
}

/** Fenced blocks; two follow each other when only empty lines stand between them. */
function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: { info: string; lines: string[]; line: number; followsAnother: boolean } | undefined
  let wordsSince = true
  for (const [at, line] of markdown.split('\n').entries()) {
    if (open === undefined && line.startsWith('```')) {
      open = { info: line.slice(3).trim(), lines: [], line: at + 1, followsAnother: !wordsSince }
    } else if (open !== undefined && line === '```') {
      const { lines, ...rest } = open
      blocks.push({ ...rest, text: lines.join('\n') })
      open = undefined
      wordsSince = false
    } else if (open !== undefined) open.lines.push(line)
    else if (line.trim() !== '') wordsSince = true
  }
  return blocks
}

function fenceOf({ info, text, line }: Block): Fence | undefined {
  const [, word = '', rest = ''] = /^(\S+) *(.*)$/.exec(info) ?? []
  const language = languages.find((one) => one === word)
  if (language === undefined) return undefined
  const notRun = /^not run: (.+)$/.exec(rest)?.[1]
  return { language, file: notRun === undefined && rest !== '' ? rest : undefined, notRun, text, line }
}

/** Whether something was printed as a guide shows it: `…` stands for anything, and JSON may be laid out differently. */
export function isAsShown(printed: string, shown: string, kind: 'json' | 'text'): boolean {
  const tidy = (text: string) =>
    kind === 'json' ? text.replace(/\s+/g, '') : text.trim().replace(/[ \t]+$/gm, '')
  const pattern = tidy(shown)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(tidy(printed))
}
