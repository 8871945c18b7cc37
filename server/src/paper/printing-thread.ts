import { parentPort } from 'node:worker_threads'
import type { Ordered } from './printer.ts'

// The thread apart: one thing after another, as they are asked for. What is thrown here ends it, and is told to whoever asked.
parentPort?.on('message', async ({ file, by, content }: Ordered) => {
  const printing: Record<string, (content: unknown) => Promise<Buffer>> = await import(file)
  const bytes = new Uint8Array((await printing[by]?.(content)) ?? Buffer.alloc(0))
  if (bytes.length === 0) throw new Error(`${file} prints nothing by ${by}`)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
