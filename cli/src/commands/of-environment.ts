import { Trouble } from '../failures.ts'
import type { Connected } from './with-connection.ts'

type Owned = { environment: Connected['environment'] }

/** The service finds these by their id in both environments; whoever has not said --live means none that real money depends on. */
export function refuseOther(found: Owned | undefined, { environment }: Connected, named: string): void {
  if (found?.environment === environment) return
  const place = environment === 'live' ? 'live money' : 'the sandbox'
  throw new Trouble(
    `${named} of ${place}.`,
    environment === 'live'
      ? 'Leave --live out if you mean the sandbox.'
      : 'Say --live if you mean live money.',
  )
}
