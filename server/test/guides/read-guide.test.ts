import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAsShown, readGuide } from './read-guide.ts'

const fence = (info: string, ...lines: string[]) => [`\`\`\`${info}`, ...lines, '```'].join('\n')

test('fences that follow each other are one sample, and what they print belongs to them', () => {
  const { front, samples } = readGuide(
    'planted',
    [
      '---\ntitle: Planted\norder: 3\n---',
      fence('bash', 'curl'),
      fence('ts', 'one()', 'two()'),
      fence('json', '{}'),
      'Words.',
      fence('text', 'done'),
      fence('php malipo.php', '<?php'),
      'More words.',
      fence('bash not run: it never ends', 'listen'),
    ].join('\n\n'),
  )
  assert.deepEqual(front, { title: 'Planted', order: '3' })
  assert.deepEqual(
    samples.map(({ fences, json, text }) => [fences.map((one) => [one.language, one.text]), json, text]),
    [
      [
        [
          ['bash', 'curl'],
          ['ts', 'one()\ntwo()'],
        ],
        '{}',
        'done',
      ],
      [[['php', '<?php']], undefined, undefined],
      [[['bash', 'listen']], undefined, undefined],
    ],
  )
  assert.equal(samples[1]?.fences[0]?.file, 'malipo.php')
  assert.equal(samples[2]?.fences[0]?.notRun, 'it never ends')
})

test('what is shown is what was printed, but for what is left out', () => {
  assert.ok(isAsShown('paid order-1 01a1ddaa\n', 'paid order-1 …', 'text'))
  assert.ok(isAsShown('{"a":1,"b":{"c":"x"}}', '{ "a": 1, "b": {…} }', 'json'))
  assert.ok(!isAsShown('failed order-1 01a1ddaa', 'paid order-1 …', 'text'))
  assert.ok(!isAsShown('paid order-1 and more', 'paid order-1', 'text'))
  assert.ok(!isAsShown('paid order.1', 'paid order-1', 'text'))
})
