import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openJudge } from './answer-judge.ts'
import type { NotedAnswer } from './note-answers.ts'

/** How many different faults are told: whoever mends one looks again. */
const mostTold = 20

/** Judges what all files of a run were answered, tells what does not fit, and says whether everything did. */
export async function judgeAnswers(folder: string, tell: (line: string) => void): Promise<boolean> {
  const files = await readdir(folder)
  if (files.length === 0) return true
  const judge = openJudge()
  const faults = new Map<string, string>()
  let judged = 0
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const answer: NotedAnswer = JSON.parse(line)
      const verdict = judge(answer)
      if (verdict === undefined) continue
      judged += 1
      if (verdict.problem === null) continue
      const fault = `${verdict.operationId} ${verdict.problem}`
      if (!faults.has(fault))
        faults.set(fault, `${fault}\n    ${answer.body.slice(0, 400)}\n    ${answer.askedBy}`)
    }
  }
  const told = [...faults.values()].slice(0, mostTold)
  if (told.length > 0) {
    tell(`${faults.size} kinds of answers are not as the OpenAPI document says:\n  ${told.join('\n  ')}`)
  }
  tell(`ℹ answers held against the OpenAPI document ${judged}`)
  return faults.size === 0
}
