import { readWords } from './read-words.ts'

// Prints all that the dashboard says, the two languages side by side, for whoever reads it over.
const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')

let file = ''
for (const pair of await readWords()) {
  if (pair.file !== file) {
    file = pair.file
    console.log(`\n## ${file}\n\n| | English | Kiswahili |\n|---|---|---|`)
  }
  console.log(`| \`${pair.name}\` | ${oneLine(pair.en)} | ${oneLine(pair.sw)} |`)
}
