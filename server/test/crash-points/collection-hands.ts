import assert from 'node:assert/strict'
import { operations } from '@malipo/contract'
import type { Draft } from '../../src/collections/draft-collection.ts'
import { Refusal } from '../../src/primitives/refusal.ts'
import type { Provider } from '../../src/providers/providers.ts'
import { type CollectionSeams, type Process, startProcess } from '../simulation/collections/process.ts'
import type { Owner } from '../simulation/kernel/wire.ts'
import { answersToOrders } from './answers.ts'
import type { CellStage } from './cell-stage.ts'
import type { Cell } from './cells.ts'
import type { CollectionHands, CollectionScene } from './collection-ways.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { judgeCollection } from './judge-collection.ts'
import type { Open, Played } from './play-cell.ts'

/** Where bugs are planted: in statements and doors of the service, or in how it hears its providers. */
export type CollectionPlant = CollectionSeams & { provider?: (provider: Provider) => Provider }

/** A payment of 12.00 for each cell, known by its description. */
export function collectionOpener(plant: CollectionPlant): Open<CollectionScene, Process> {
  return async (stage, cell, number) => {
    const label = `c${number}`
    const { ground, actor } = stage
    let second: Process | undefined
    const gateways = openGateways(cell, (raw) => second?.take(raw) ?? Promise.resolve())
    const providerFor = (_: string, owner: Owner, name?: string) => {
      const gateway = gateways.find((one) => one.name === name) ?? gateways[0]
      const provider = gateway?.providerFor(owner) ?? assert.fail('no gateway')
      if (name === undefined) return { ...provider, name: 'sandbox' }
      return plant.provider?.(provider) ?? provider
    }
    const network = { live: gateways.map(({ name }) => name), payments: new Map(), providerFor }
    const faults: string[] = []
    const birth = (name: string): Process =>
      startProcess({
        name,
        world: ground.worldOf(stage.sql),
        work: ground.work,
        network,
        sendsItself: name !== 'c',
        seams: plant,
        onError: (error) => void faults.push(`a sending threw ${error}`),
      })
    const answered = new Set<string>()
    const attempts = { first: ground.chance.uuid(), second: ground.chance.uuid() }
    const mark = markOf(label, stage)
    let token = ''
    const hands: CollectionHands = {
      clock: ground.clock,
      gateways,
      token: () => token,
      takingIn: () => birth('c'),
      async collect(process, method) {
        const call = { caller: actor, mark: () => mark, replayed: () => {} }
        const { id, page } = await taken(() =>
          process.collect(call, operations.createUssdPushCollection, draftOf(label, method)),
        )
        answered.add(id)
        token = page ?? token
      },
      async begin(process, attempt) {
        await process.beginTry({ token, method: 'USSD_PUSH', phone: null, attempt: attempts[attempt] })
      },
    }
    const scene = cell.way.scene(hands)
    const played: Played<Process> = {
      gateways,
      prepare: async (living) => await scene.prepare?.(living),
      fatal: scene.fatal,
      repeat: scene.repeat,
      async chase(process) {
        await process.chase()
        await process.endPages()
      },
      mayRefuse: ['invalid_state'],
      wasAcknowledged: () => answered.size > 0,
      async judge() {
        const verdict = await judgeCollection(stage.sql, { label, answered, gateways, variant: cell.variant })
        return { ...verdict, problems: [...faults, ...verdict.problems] }
      },
    }
    const meet = (process: Process) => {
      second = process
    }
    return { played, birth, second: meet }
  }
}

function openGateways(
  { variant: { script, cancelling, knowsRepeats } }: Cell<CollectionScene>,
  call: Parameters<typeof openGateway>[0]['call'],
): Gateway[] {
  const about = 'collection' as const
  const first = openGateway({
    name: 'first',
    about,
    answer: script,
    knowsRepeats,
    ...(cancelling && { cancelling }),
    call,
  })
  if (!script.hasNext) return [first]
  const answer = answersToOrders['accepted, paid later']
  return [first, openGateway({ name: 'second', about, answer, knowsRepeats, call })]
}

function markOf(label: string, { actor, ground }: CellStage) {
  const { merchantId: scope, environment } = actor
  return { scope, environment, key: ground.chance.uuid(), fingerprint: Buffer.from(label) }
}

/** A code that could not be had names its collection all the same. */
async function taken(
  work: () => ReturnType<Process['collect']>,
): Promise<{ id: string; page: string | null }> {
  try {
    const { id, page_token: page } = await work()
    return { id, page }
  } catch (error) {
    const details = error instanceof Refusal && error.code === 'provider_error' ? error.details : undefined
    const id = (details as { collection_id?: string } | undefined)?.collection_id
    if (id === undefined) throw error
    return { id, page: null }
  }
}

function draftOf(label: string, method: Draft['method']): Draft {
  const shared = { amount: '12', currency: 'TZS', phone: '255755001000', description: label }
  if (method === null) return { family: 'A', method, ...shared, pageLivesForMs: 86_400_000 }
  return { family: 'A', method, ...shared }
}
