import { type AuditAction, recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../database/database.ts'
import { byOperator } from '../operator/operator.ts'
import type { World } from '../world/world.ts'

/** The hash in the chain says for ever what was put aside, wherever the file goes. */
export async function noteInAudit(
  tx: Transaction,
  world: World,
  action: Extract<AuditAction, `archive.${string}`>,
  details: { archive: string; steps: number; sha256: string },
): Promise<void> {
  const [installed] = await tx<{ id: string }[]>`select id from installation`
  if (!installed) throw new Error('The installation has lost its row.')
  const subject = { kind: 'installation', id: installed.id } as const
  recordAudit(tx, world.vault, [
    { at: world.clock.now(), ...byOperator, action, subject, merchantId: null, details },
  ])
}
