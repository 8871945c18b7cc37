import { codeOf } from './lex.ts'
import { isScript, lineAt, type Rule, type SourceFile } from './source-files.ts'

// Put together from halves, so that this file does not find itself.
export const markers = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['XX', 'X'],
  ['HA', 'CK'],
].map((halves) => halves.join(''))

const marker = new RegExp(`\\b(?:${markers.join('|')})\\b`, 'g')
const tamperedTest = /(?<![\w$.])(?:it|test|describe|suite)\s*\.\s*(?:skip|only|todo)\s*\(/g

export const unfinishedRule: Rule = {
  name: 'unfinished',
  promise: 'nothing is left for later, and every test runs',
  check: (files) => files.flatMap((file) => [...markersIn(file), ...tamperedTestsIn(file)]),
}

function markersIn({ path, text }: SourceFile) {
  if (!isScript(path) && !/\.(sql|md|css)$/.test(path)) return []
  return Array.from(text.matchAll(marker), (match) => ({
    path,
    line: lineAt(text, match.index),
    message: `${match[0]}: do it now, or write it down where it is planned`,
  }))
}

function tamperedTestsIn(file: SourceFile) {
  return Array.from(codeOf(file).matchAll(tamperedTest), (match) => ({
    path: file.path,
    line: lineAt(file.text, match.index),
    message: `${match[0]}…) keeps a test from running; give a reason with { skip: … } or mend it`,
  }))
}
