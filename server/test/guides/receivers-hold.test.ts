import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../run-service.ts'
import type { Service } from '../service.ts'
import { findProgram } from './find-programs.ts'
import { forgeEvent } from './forge-event.ts'
import { type Language, readGuideOf } from './read-guide.ts'
import { linkSdk, writeFiles } from './run-samples.ts'
import { openBusiness, openStage, startProgram } from './stage.ts'

let service: Service
before(async () => {
  service = await openStage()
})
after(() => service.stop())

const starts: [Language, (port: number) => string[]][] = [
  ['ts', () => ['receive.ts']],
  ['php', (port) => ['-S', `127.0.0.1:${port}`, 'receive.php']],
  ['python', () => ['receive.py']],
]

describe('the receivers of the guide pass the check before going live', { concurrency: true }, () => {
  for (const [language, words] of starts) {
    test(language, async () => {
      const { command, missing } = await findProgram(language)
      assert.ok(command !== undefined, missing)
      const guide = await readGuideOf('docs/guides/webhooks.md')
      const [{ path: folder, remove }, business] = await Promise.all([
        temporaryFolder(),
        openBusiness(service),
      ])
      await writeFiles([guide], language, folder)
      await linkSdk(folder)
      const receiver = await startProgram(command, words, { folder, environment: business.environment })
      try {
        const address = { sandbox_webhook_url: `${receiver.url}/malipo-events` }
        await business.asOwner('/v1/merchant/webhook-config', 'PATCH', address)
        const { body } = await business.asOwner('/v1/merchant/webhook-config/check', 'POST', {
          reference: 'order-1042',
        })
        assert.equal(body.data.ready, true, JSON.stringify(body, null, 1))
        // Signed with the one secret that both environments have, and of the other one than this program sells in.
        const order = { reference: 'order-1042', amount: '1500.00', environment: 'live' }
        const { send, now } = forgeEvent(`${receiver.url}/malipo-events`, order)
        assert.equal((await send(business.secret, now)).status, 204)
        // What a program prints comes by another way than what it answers.
        await sleep(300)
        // Once for each of the three payments that were paid; the forged one and the one that was taken back are none.
        assert.deepEqual(receiver.printed().trim().split('\n').sort(), [
          ...Array(3).fill('order-1042 is paid'),
          'order-1042 was taken back',
        ])
      } finally {
        await receiver.stop()
        await remove()
      }
    })
  }
})

describe('a receiver of the guide that was given no secret believes nobody', { concurrency: true }, () => {
  for (const [language, words] of starts) {
    test(language, async () => {
      const { command, missing } = await findProgram(language)
      assert.ok(command !== undefined, missing)
      const guide = await readGuideOf('docs/guides/webhooks.md')
      const [{ path: folder, remove }, business] = await Promise.all([
        temporaryFolder(),
        openBusiness(service),
      ])
      await writeFiles([guide], language, folder)
      await linkSdk(folder)
      const environment = { ...business.environment, MALIPO_WEBHOOK_SECRET: '' }
      const receiver = await startProgram(command, words, { folder, environment })
      try {
        const order = { reference: 'order-1042', amount: '1500.00', environment: 'sandbox' }
        const { send, now } = forgeEvent(`${receiver.url}/malipo-events`, order)
        assert.equal((await send('', now)).status, 401)
        assert.equal(receiver.printed(), '')
      } finally {
        await receiver.stop()
        await remove()
      }
    })
  }
})
