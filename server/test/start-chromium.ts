import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type RunningChromium = {
  /** Where it is driven from. */
  address: string
  stop(): Promise<void>
}

const mostMs = 60_000

/** A Chromium without a window that anybody on this machine may drive, with a profile in a folder of its own. */
export async function startChromium(path: string, profile: string): Promise<RunningChromium> {
  const child = spawn(
    path,
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-sandbox',
      '--disable-gpu',
      // As on the phones that pages are judged for.
      '--hide-scrollbars',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Nobody types an address, and to draw the list of suggestions takes each window longer than most of our pages.
      '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const exited = once(child, 'exit')
  // Its children go with it: they are of its group.
  const stop = async () => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL')
    } catch {
      // It has ended already.
    }
    await exited
  }
  try {
    return { address: await addressToldBy(child.stderr), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function addressToldBy(stderr: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  return await new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error(`Chromium does not start:\n${said}`)), mostMs)
    stderr.on('data', (chunk) => {
      said += chunk
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (address === undefined) return
      clearTimeout(tooLate)
      resolve(address)
    })
    stderr.once('end', () => {
      clearTimeout(tooLate)
      reject(new Error(`Chromium ended at its start:\n${said}`))
    })
  })
}
