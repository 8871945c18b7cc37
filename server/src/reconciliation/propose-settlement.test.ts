import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Known, proposeSettlement } from './propose-settlement.ts'

/** Kind, what it is about, ours, theirs, what was said when asked, and what we would do. */
const proposals: [Known['kind'], Known['about'], string | null, string | null, string | null, string][] = [
  ['missing_there', 'collection', 'paid', null, 'succeeded', 'keep_ours'],
  ['missing_there', 'collection', 'paid', null, 'never_seen', 'accept_provider'],
  ['missing_there', 'disbursement', 'paid', null, null, 'keep_ours'],
  ['missing_there', 'disbursement', 'paid', null, 'unknown', 'keep_ours'],
  ['missing_here', 'collection', null, 'paid', null, 'keep_ours'],
  ['missing_here', 'collection', 'failed', 'paid', null, 'accept_provider'],
  ['missing_here', 'collection', 'failed', 'paid', 'succeeded', 'accept_provider'],
  ['missing_here', 'collection', 'failed', 'paid', 'failed', 'keep_ours'],
  ['missing_here', 'collection', 'reversed', 'paid', 'succeeded', 'keep_ours'],
  ['missing_here', 'disbursement', 'failed', 'paid', null, 'keep_ours'],
  ['different_amount', 'collection', 'paid', 'paid', 'succeeded', 'keep_ours'],
  ['different_state', 'collection', 'paid', 'failed', 'succeeded', 'keep_ours'],
  ['different_state', 'collection', 'paid', 'failed', 'failed', 'accept_provider'],
  ['different_state', 'collection', 'paid', 'failed', null, 'keep_ours'],
  ['different_state', 'disbursement', 'paid', 'reversed', null, 'accept_provider'],
  ['different_state', 'collection', 'failed', 'reversed', 'reversed', 'keep_ours'],
]

test('what is proposed follows from the books of both and from what was said when asked', () => {
  for (const [kind, about, ourState, theirState, said, action] of proposals) {
    const known = { kind, about, ourState, theirState, said, isPaidByAnother: false }
    const proposal = proposeSettlement(known)
    assert.equal(proposal.action, action, JSON.stringify([kind, about, ourState, theirState, said]))
    assert.ok(proposal.because.length > 20, 'with a reason that somebody can read')
    if (kind !== 'missing_here') continue
    const beside = proposeSettlement({ ...known, isPaidByAnother: true })
    assert.equal(beside.action, 'keep_ours', 'nobody is credited twice')
  }
})
