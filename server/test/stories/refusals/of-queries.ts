import assert from 'node:assert/strict'
import { problemsOf } from './envelope.ts'
import type { Provocations, Stage } from './stage.ts'

/** Queries of lists that are not right. */

export const refusalsOfQueries: Provocations = {
  async 'an unknown parameter is refused with the nearest known name'(stage) {
    assert.deepEqual(await problems(stage, 'page_sise=3'), {
      page_sise: 'is not a known field; did you mean page_size?',
    })
    assert.deepEqual(Object.keys(await problems(stage, 'constructor=1')), ['constructor'])
  },

  async 'a parameter named __proto__ is unknown like any other'(stage) {
    assert.deepEqual(Object.keys(await problems(stage, '__proto__=1')), ['__proto__'])
  },

  async 'an operation without parameters refuses each of them'(stage) {
    const { service, cookie } = stage
    assert.deepEqual(problemsOf(await service.call('/v1/me?verbose=1', { cookie })), {
      verbose: 'is not a known field',
    })
  },

  async 'pages outside of the range are refused, both at once'(stage) {
    const both = {
      page: 'must be a whole number from 1',
      page_size: 'must be a whole number from 1 to 100',
    }
    for (const query of [
      'page=0&page_size=0',
      'page=-1&page_size=101',
      'page=1.5&page_size=x',
      'page=&page_size=',
    ]) {
      assert.deepEqual(await problems(stage, query), both, query)
    }
    assert.deepEqual(Object.keys(await problems(stage, 'page=1000000000')), ['page'])
  },

  async 'a cursor and a page exclude each other'(stage) {
    assert.deepEqual(await problems(stage, 'page=1&cursor=AZ3d1azqc4eT7w8b2k0yAQ'), {
      cursor: 'cannot be combined with page; send one of them',
    })
  },

  async 'a cursor that we did not make is refused'(stage) {
    for (const cursor of ['', 'abc', 'x'.repeat(22), '%F0%9F%98%80', 'AZ3d1azqc4eT7w8b2k0yAQ==']) {
      assert.deepEqual(
        await problems(stage, `cursor=${cursor}`),
        { cursor: 'must be the next_cursor of an earlier answer' },
        cursor,
      )
    }
    assert.deepEqual(Object.keys(await problems(stage, `cursor=${'A'.repeat(201)}`)), ['cursor'])
  },

  async 'a parameter given twice, or with a NUL in it, is refused'(stage) {
    assert.deepEqual(await problems(stage, 'page=1&page=2'), { page: 'must be given once' })
    assert.deepEqual(await problems(stage, 'phone=0712%00'), { phone: 'must be text without NUL characters' })
  },
}

async function problems({ call }: Stage, query: string) {
  return problemsOf(await call(`/v1/customers?${query}`))
}
