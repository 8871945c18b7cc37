import type { IconName } from '../kit/icon.tsx'
import type { Power } from '../people/may.ts'
import type { frameWords } from './frame-words.ts'

export type Section = {
  /** The part of the address after the environment; the start has none. */
  path: string
  word: keyof typeof frameWords.en
  icon: IconName
  /** Whoever may do this sees it. */
  needs: Power
  group: 'first' | 'money' | 'sell' | 'build' | 'own'
  only?: 'sandbox'
  /** What is reached from it and has addresses of its own. */
  also?: readonly string[]
}

/** The main menu of a merchant, in order. */
export const sections: readonly Section[] = [
  { path: '', word: 'home', icon: 'home', needs: 'readBalance', group: 'first' },
  { path: 'payments', word: 'payments', icon: 'payments', needs: 'listMerchantCollections', group: 'first' },
  {
    ...{ path: 'withdrawals', word: 'withdrawals', icon: 'withdrawals', needs: 'listWithdrawals' },
    group: 'money',
    also: ['refunds', 'batches', 'recipients', 'networks'],
  },
  {
    ...{ path: 'statement', word: 'statement', icon: 'statement', needs: 'listTransactions' },
    group: 'money',
    also: ['statements', 'settlements'],
  },
  { path: 'links', word: 'links', icon: 'links', needs: 'listPaymentLinks', group: 'sell' },
  {
    path: 'control-numbers',
    word: 'controlNumbers',
    icon: 'control-numbers',
    needs: 'listControlNumbers',
    group: 'sell',
  },
  { path: 'invoices', word: 'invoices', icon: 'invoices', needs: 'listInvoices', group: 'sell' },
  { path: 'customers', word: 'customers', icon: 'customers', needs: 'listCustomers', group: 'sell' },
  { path: 'till', word: 'till', icon: 'till', needs: 'createUssdPushCollection', group: 'sell' },
  { path: 'keys', word: 'keys', icon: 'keys', needs: 'listApiKeys', group: 'build' },
  { path: 'webhooks', word: 'webhooks', icon: 'webhooks', needs: 'readWebhookConfig', group: 'build' },
  { path: 'requests', word: 'requests', icon: 'requests', needs: 'listRequests', group: 'build' },
  {
    path: 'sandbox',
    word: 'sandboxTools',
    icon: 'sandbox',
    needs: 'readSandboxProfile',
    group: 'build',
    only: 'sandbox',
    also: ['events'],
  },
  { path: 'team', word: 'team', icon: 'team', needs: 'listMembers', group: 'own' },
  {
    ...{ path: 'settings', word: 'settings', icon: 'settings', needs: 'readMerchant' },
    group: 'own',
    also: ['fiscal', 'privacy'],
  },
]
