import type { Rule } from './source-files.ts'

// Names that fit anything say nothing, and gather what has no place.
const emptyWords = new Set(
  'service services manager managers helper helpers util utils common shared misc base data info types index'.split(
    ' ',
  ),
)

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const namesRule: Rule = {
  name: 'names',
  promise: 'files and folders are kebab-case and named after what they hold',
  check: (files) => {
    const named = new Map<string, string>()
    for (const { path } of files) {
      const segments = path.split('/')
      const src = segments.indexOf('src')
      if (src === -1 || src === segments.length - 1) continue
      segments.forEach((segment, at) => {
        const isFile = at === segments.length - 1
        if (at > src)
          named.set(segments.slice(0, at + 1).join('/'), isFile ? withoutExtension(segment) : segment)
      })
    }
    return Array.from(named).flatMap(([path, name]) => {
      const empty = name.split('-').find((word) => emptyWords.has(word))
      if (empty !== undefined) return [{ path, message: `"${empty}" says nothing about what is in it` }]
      return kebabCase.test(name) ? [] : [{ path, message: `"${name}" is not kebab-case` }]
    })
  },
}

function withoutExtension(file: string): string {
  return file.replace(/(\.test|\.d)?\.[^.]+$/, '')
}
