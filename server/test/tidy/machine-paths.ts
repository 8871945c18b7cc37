import { lineAt, type Rule } from './source-files.ts'

// Names of folders at the root of somebody's machine; without their slashes, so that this file does not find itself.
const wholeFolders = ['work', 'root']
const foldersOfPeople = ['home', 'Users']

// A path that goes on from something (a URL, a relative path, a variable) is not one of the machine.
const startsHere = '(?:(?<![\\w./~*})\\]-])|(?<=file://))'
const machinePath = new RegExp(
  `${startsHere}/(?:(?:${wholeFolders.join('|')})/[\\w.]|(?:${foldersOfPeople.join('|')})/[\\w.-]+/)[^\\s'"\`)]*`,
  'g',
)

export const machinePathsRule: Rule = {
  name: 'machine paths',
  promise: 'the project speaks only of itself, not of the machine it was written on',
  check: (files) =>
    files
      .filter(({ path }) => !path.endsWith('package-lock.json'))
      .flatMap(({ path, text }) =>
        Array.from(text.matchAll(machinePath), (match) => ({
          path,
          line: lineAt(text, match.index),
          message: `${match[0]} exists on one machine only`,
        })),
      ),
}
