import type { AskedPayOut, CollectOrder, PayOutOrder, Provider } from '../../src/providers/providers.ts'
import type { Defendant } from './defendant.ts'
import type { Call } from './recordings.ts'

/** Calls a member of the port by its name, and waits for all of its answer; undefined where there is no such member. */
export async function callMember(provider: Provider, call: Call, asked: unknown, signal: AbortSignal) {
  if (call === 'balance') return await provider.balance?.(signal)
  if (call === 'probe') return await provider.probe?.(signal)
  if (call === 'collect') return await provider.collect(asked as CollectOrder, signal)
  if (call === 'payOut') return await provider.payOut(asked as PayOutOrder, signal)
  if (call === 'lookUpPayOut') return await provider.lookUpPayOut(asked as AskedPayOut, signal)
  if (call === 'lookUpName') return await provider.lookUpName?.(asked as PayOutOrder, signal)
  if (call !== 'list') return await provider[call]?.(asked as CollectOrder, signal)
  const lines = provider.list?.(asked as { from: Date; to: Date }, signal)
  return lines === undefined ? undefined : await Array.fromAsync(lines)
}

/** Every call that a defendant can be asked for, with something that it would take. */
export function callsOf({ provider, order, payOuts }: Defendant): [Call, unknown][] {
  const calls: [Call, unknown][] = [
    ['collect', order()],
    ['lookUp', order()],
    ['cancel', order()],
    ['balance', null],
    ['probe', null],
    ['list', { from: new Date(0), to: new Date('2100-01-01') }],
  ]
  if (payOuts) {
    calls.push(
      ['payOut', payOuts.order()],
      ['lookUpPayOut', payOuts.order()],
      ['lookUpName', payOuts.order()],
    )
  }
  return calls.filter(([call]) => provider[call] !== undefined)
}
