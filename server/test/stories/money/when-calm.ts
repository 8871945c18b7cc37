import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../../service.ts'

/**
 * On a busy machine the service counts its own slow start as overload and refuses everybody for a second. No story is
 * about that, so each begins when it is over.
 */
export async function whenCalm(service: Service): Promise<void> {
  for (let round = 0; round < 100; round += 1) {
    if ((await service.call('/readyz')).status === 200) return
    await sleep(100)
  }
  throw new Error('The service did not become calm.')
}
