import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Operation, operations, recordedExamples } from '@malipo/contract'
import { openSchemas } from './answer-judge.ts'

const { document, validatorAt } = openSchemas()
const examples = recordedExamples()

function problemOf(place: string, value: unknown): string | null {
  const validate = validatorAt(place) ?? assert.fail(`there is nothing at ${place}`)
  return validate(value) ? null : JSON.stringify(validate.errors)
}

const step = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1')

test('what was asked and said fits what is promised', () => {
  let held = 0
  for (const { id, method, path, status } of Object.values<Operation>(operations)) {
    const example = examples[id]
    if (example === undefined) continue
    const at = ['paths', step(path), method.toLowerCase()]
    const json = ['content', step('application/json'), 'schema']
    const places = [
      { value: example.reply, at: [...at, 'responses', String(status), ...json] },
      ...(example.request === undefined
        ? []
        : [{ value: example.request, at: [...at, 'requestBody', ...json] }]),
    ]
    for (const { value, at } of places)
      assert.equal(problemOf(at.map(encodeURIComponent).join('/'), value), null, id)
    held += places.length
  }
  assert.ok(held > 150)
})

test('so do the examples of refusals', () => {
  const { examples: ofCodes, responses } = document.components
  assert.ok(Object.keys(ofCodes).length > 25)
  for (const [name, { content }] of Object.entries(responses)) {
    for (const code of Object.keys(content['application/json'].examples)) {
      const place = `components/responses/${name}/content/${encodeURIComponent(step('application/json'))}/schema`
      assert.equal(problemOf(place, ofCodes[code]?.value), null, `${name} ${code}`)
    }
  }
})
