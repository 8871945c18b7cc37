import type { Left } from './left-files.ts'

/** What an operator is told of files that were left in a folder. */
export function tellLeft(left: Left): string {
  return `${inShort(left)}  ${left.stays_because === null ? 'nobody needs it: archive clear' : standing(left)}`
}

export function tellCleared(left: Left): string {
  return `${inShort(left)}  ${left.stays_because === null ? 'cleared' : standing(left)}`
}

const inShort = ({ archive, files, bytes }: Left) =>
  `${archive}  ${files.length === 1 ? '1 file' : `${files.length} files`}  ${(bytes / 1e6).toFixed(1)} MB`

const standing = ({ stays_because: because }: Left) => `stays: ${because}`
