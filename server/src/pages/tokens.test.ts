import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'

const file = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const [lightPart = '', darkPart = ''] = file.split('@media (prefers-color-scheme: dark)')
const light = colours(lightPart)
const themes = { light, dark: new Map([...light, ...colours(darkPart)]) }

// What WCAG asks for: 4.5 for text, 3 for what shows where something can be typed or pressed.
const texts: [ink: string, on: string][] = [
  ...['bg', 'card'].flatMap((on): [string, string][] => [
    ['ink', on],
    ['muted', on],
    ['accent', on],
    ['accent-hover', on],
  ]),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['sandbox-ink', 'sandbox'],
  ...['paid', 'waiting', 'unknown', 'checked', 'failed', 'reversed'].map((state): [string, string] => [
    `${state}-ink`,
    state,
  ]),
]
const edges: [line: string, on: string][] = ['line', 'focus'].flatMap((line) => [
  [line, 'bg'],
  [line, 'card'],
])

for (const [theme, tokens] of Object.entries(themes)) {
  describe(`everything can be read, ${theme}`, () => {
    for (const [pairs, least] of [
      [texts, 4.5],
      [edges, 3],
    ] as const) {
      for (const [one, on] of pairs) {
        test(`${one} on ${on}`, () => {
          const found = contrast(tokens.get(one) ?? '', tokens.get(on) ?? '')
          assert.ok(found >= least, `${found.toFixed(2)} is less than ${least}`)
        })
      }
    }
  })
}

test('every colour has its contrast judged, and only the token file names colours', () => {
  const judged = new Set([...texts, ...edges].flat())
  assert.deepEqual(
    [...light.keys()].filter((name) => !judged.has(name)),
    [],
  )
  const look = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8')
  assert.doesNotMatch(look, /#[0-9a-f]{3,8}\b|rgb|hsl/i)
  for (const [, name = ''] of look.matchAll(/var\(--([\w-]+)\)/g))
    assert.ok(file.includes(`--${name}:`), name)
})

function colours(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]),
  )
}

/** The ratio of two luminances, as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
