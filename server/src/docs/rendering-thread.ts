import { parentPort, workerData } from 'node:worker_threads'
import { type Question, renderAnswers, type Told } from './render-answers.ts'

const answers = renderAnswers(workerData as Told)

// The thread apart: one question after another. What is thrown here ends it, and is told to whoever asked.
parentPort?.on('message', async ({ wish, of }: Question) => {
  const answer = await (await answers)[wish](of)
  const bytes = 'body' in answer ? [answer.body.buffer, answer.packed.buffer] : []
  parentPort?.postMessage(answer, bytes as ArrayBuffer[])
})
