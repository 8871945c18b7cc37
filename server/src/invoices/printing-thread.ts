import { parentPort } from 'node:worker_threads'
import { type Printed, printInvoice } from './print-invoice.ts'

// The thread apart: one invoice after another, as they are asked for. What is thrown here ends it, and is told to whoever asked.
parentPort?.on('message', async (printed: Printed) => {
  const bytes = new Uint8Array(await printInvoice(printed))
  parentPort?.postMessage(bytes, [bytes.buffer])
})
