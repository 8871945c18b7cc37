import type { Environment } from '@malipo/contract'
import { registryOf } from '../registry-of.ts'
import type { Owner } from '../simulation/kernel/wire.ts'
import { decisions } from '../simulation/payouts/decisions.ts'
import { openTill, pay } from '../simulation/payouts/payments.ts'
import { type PayoutSeams, type Process, startProcess } from '../simulation/payouts/process.ts'
import { openGateway } from './gateway.ts'
import { judgePayout } from './judge-payout.ts'
import type { PayoutHands, PayoutScene } from './payout-ways.ts'
import type { Open, Played } from './play-cell.ts'

/** A payout of 12.00 for each cell, known by the name of who gets it. */
export function payoutOpener(seams: PayoutSeams): Open<PayoutScene, Process> {
  return async (stage, cell, number) => {
    const label = `w${number}`
    const { ground, actor, adminId, sql } = stage
    const { script: answer, knowsRepeats } = cell.variant
    let second: Process | undefined
    const call = (raw: Parameters<Process['take']>[0]) => second?.take(raw) ?? Promise.resolve()
    const gateway = openGateway({ name: 'scripted', about: 'disbursement', answer, knowsRepeats, call })
    const providerFor = (environment: Environment, owner: Owner) => ({
      ...gateway.providerFor(owner),
      name: environment === 'live' ? gateway.name : 'sandbox',
    })
    const birth = (name: string) =>
      startProcess({
        name,
        world: ground.worldOf(sql),
        work: ground.work,
        network: { providerFor },
        seams,
      })
    let [id, wasAcknowledged] = ['', false]
    const decide = async (process: Process, said: keyof typeof decisions) => {
      const by = { adminId, hasSecondFactor: true, requestId: label, environment: 'live' as const }
      await process.decide(by, id, decisions[said])
    }
    const hands: PayoutHands = {
      clock: ground.clock,
      gateways: [gateway],
      async request(process) {
        ;({ id } = await process.request(actor, draftOf(label)))
        wasAcknowledged = true
      },
      async requestRefund(process) {
        const registry = registryOf({
          live: providerFor('live', living),
          sandbox: providerFor('sandbox', living),
        })
        const collectionId = await pay(openTill(ground.world, registry), actor, label)
        ;({ id } = await process.refund(actor, {
          collection_id: collectionId,
          reason: 'requested',
          destination_name: label,
        }))
        wasAcknowledged = true
      },
      approve: (process) => decide(process, 'approve'),
    }
    const scene = cell.way.scene(hands)
    const played: Played<Process> = {
      gateways: hands.gateways,
      prepare: scene.prepare,
      fatal: scene.fatal,
      // Whoever decided and got no answer decides again; once it counted, that is refused.
      repeat: hands.approve,
      chase: (process) => process.chase(),
      async people(process) {
        const [row] = await sql<{ status: string }[]>`select status from withdrawals where id = ${id}`
        if (row?.status === 'PENDING_ADMIN_APPROVAL') await decide(process, 'approve')
        if (row?.status === 'BLOCKED_IP_WHITELIST') await decide(process, 'retry')
      },
      mayRefuse: ['invalid_state'],
      wasAcknowledged: () => wasAcknowledged,
      judge: () => judgePayout(sql, { label, gateway, variant: cell.variant }),
    }
    const meet = (process: Process) => {
      second = process
    }
    return { played, birth, second: meet }
  }
}

const living = { isDead: () => false }

function draftOf(label: string) {
  return {
    method: 'MOBILE_MONEY',
    amount: '12',
    destinationCode: 'MPESA',
    destinationName: label,
    identifier: { field: 'destination_identifier', value: '0712345678' },
    bankName: undefined,
    bankAccountName: undefined,
  } as const
}
