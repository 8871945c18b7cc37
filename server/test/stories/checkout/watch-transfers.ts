import type { Page } from 'playwright-core'

/** Counts what comes over the wire for a page, heads and all, as a payer would pay for it. */
export async function watchTransfers(page: Page): Promise<{ bytes(): number; reset(): void }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  return {
    bytes: () => bytes,
    reset: () => {
      bytes = 0
    },
  }
}
