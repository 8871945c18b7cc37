import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Leg } from './account.ts'
import { depositLegs, hold, moneyBack, moneyIn, releaseHold } from './legs.ts'

const clearing = { clearing: 'selcom' }

function balances(available: bigint, receivable: bigint) {
  return (account: Account) =>
    account === 'available' ? available : account === 'receivable' ? receivable : 0n
}

function sum(legs: Leg[]): bigint {
  return legs.reduce((total, { amount }) => total + amount, 0n)
}

test('money in is available', () => {
  assert.deepEqual(moneyIn('selcom', 100n)(balances(5n, 0n)), [
    { account: clearing, amount: -100n },
    { account: 'available', amount: 100n },
  ])
})

test('money in repays a debt first', () => {
  assert.deepEqual(moneyIn('selcom', 100n)(balances(0n, -30n)), [
    { account: clearing, amount: -100n },
    { account: 'receivable', amount: 30n },
    { account: 'available', amount: 70n },
  ])
  assert.deepEqual(moneyIn('selcom', 100n)(balances(0n, -300n)), [
    { account: clearing, amount: -100n },
    { account: 'receivable', amount: 100n },
  ])
})

test('a deposit repays a debt first', () => {
  assert.deepEqual(depositLegs(100n)(balances(0n, -30n)), [
    { account: 'deposits', amount: -100n },
    { account: 'receivable', amount: 30n },
    { account: 'available', amount: 70n },
  ])
})

test('what is not there to be taken back becomes a debt', () => {
  assert.deepEqual(moneyBack('selcom', 100n)(balances(100n, 0n)), [
    { account: 'available', amount: -100n },
    { account: clearing, amount: 100n },
  ])
  assert.deepEqual(moneyBack('selcom', 100n)(balances(40n, -5n)), [
    { account: 'available', amount: -40n },
    { account: 'receivable', amount: -60n },
    { account: clearing, amount: 100n },
  ])
  assert.deepEqual(moneyBack('selcom', 100n)(balances(0n, 0n)), [
    { account: 'receivable', amount: -100n },
    { account: clearing, amount: 100n },
  ])
})

test('all legs sum to zero, whatever is there', () => {
  for (const available of [0n, 1n, 99n, 100n, 101n]) {
    for (const receivable of [0n, -1n, -100n, -101n]) {
      const all = [moneyIn, moneyBack, hold, releaseHold].map((legs) => legs('selcom', 100n))
      for (const legs of [...all, depositLegs(100n)]) {
        const made = legs(balances(available, receivable))
        assert.equal(sum(made), 0n)
        assert.ok(made.length >= 2 && made.every(({ amount }) => amount !== 0n))
      }
    }
  }
})
