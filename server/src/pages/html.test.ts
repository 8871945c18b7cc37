import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { html, type Part, rawHtml, textOf } from './html.ts'

const attacks: [what: string, typed: string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script in capitals', '<ScRiPt src=//evil.example></sCrIpT>'],
  ['a picture that fails', '<img src=x onerror=alert(1)>'],
  ['a drawing that loads', '<svg/onload=alert(1)>'],
  ['a frame', '<iframe srcdoc="<script>alert(1)</script>">'],
  ['the end of a value in double quotes', '" onmouseover="alert(1)'],
  ['the end of a value in single quotes', "' onfocus='alert(1)' autofocus='"],
  ['the end of a title', '</title><script>alert(1)</script>'],
  ['the end of a text field', '</textarea><script>alert(1)</script>'],
  ['the end of a comment', '--><script>alert(1)</script>'],
  ['a meta tag', '<meta http-equiv="refresh" content="0;url=https://evil.example">'],
  ['an entity that is a bracket already', '&lt;script&gt; &#x3c;b&#62;'],
  ['half a tag', '<b'],
  ['a base address', '<base href="https://evil.example/">'],
  ['a form of its own', '</form><form action="https://evil.example"><input name="pin">'],
]

// Every place in which a hole is allowed. The browser must see one element, with what was typed as its text.
const holes: [where: string, write: (typed: string) => string, text: RegExp][] = [
  ['in text', (typed) => textOf(html`<p>${typed}</p>`), /^<p>([^<>"']*)<\/p>$/],
  [
    'in a title',
    (typed) => textOf(html`<title>${typed} · Malipo</title>`),
    /^<title>([^<>"']*) · Malipo<\/title>$/,
  ],
  ['in double quotes', (typed) => textOf(html`<input value="${typed}">`), /^<input value="([^<>"']*)">$/],
  ['in single quotes', (typed) => textOf(html`<input value='${typed}'>`), /^<input value='([^<>"']*)'>$/],
  ['in a list', (typed) => textOf(html`<p>${[typed]}</p>`), /^<p>([^<>"']*)<\/p>$/],
  ['in nested markup', (typed) => textOf(html`<p>${html`${typed}`}</p>`), /^<p>([^<>"']*)<\/p>$/],
  [
    'within an address',
    (typed) => textOf(html`<a href="/l/${typed}">x</a>`),
    /^<a href="\/l\/([^<>"']*)">x<\/a>$/,
  ],
]

describe('what a stranger typed stays text', () => {
  for (const [where, write, shape] of holes) {
    for (const [what, typed] of attacks) {
      test(`${where}: ${what}`, () => {
        const shown = shape.exec(write(typed))?.[1]
        assert.equal(shown === undefined ? undefined : asBrowsersRead(shown), typed)
      })
    }
  }
})

describe('an address leads to a page, a mail or a call, or nowhere', () => {
  const hrefOf = (address: string) => /href="([^"]*)"/.exec(textOf(html`<a href="${address}">x</a>`))?.[1]
  const nowhere = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    '\tjavascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    '//evil.example/',
    '/\\evil.example/',
    'blob:https://evil.example/1',
    '',
  ]
  for (const address of nowhere) {
    test(`nowhere: ${JSON.stringify(address)}`, () => assert.equal(hrefOf(address), 'about:invalid'))
  }
  for (const address of [
    'https://shop.example/?a=1',
    'http://shop.example',
    '/pay/x',
    '/',
    '?lang=sw',
    '#top',
    'tel:0712345678',
    'mailto:a@shop.example',
  ]) {
    test(`there: ${address}`, () => assert.equal(hrefOf(address), address))
  }
  test('a blank before it does not make it anything else', () => {
    assert.equal(textOf(html`<a href=" ${'javascript:alert(1)'}">x</a>`), '<a href=" about:invalid">x</a>')
  })
  for (const [what, write] of [
    ['a form', (address: string) => html`<form action="${address}"></form>`],
    ['a button', (address: string) => html`<button formaction="${address}">x</button>`],
    ['a picture', (address: string) => html`<IMG alt="" SRC='${address}'>`],
  ] as const) {
    test(`${what} has an address too`, () =>
      assert.match(textOf(write('javascript:alert(1)')), /about:invalid/))
  }
})

describe('a hole where escaping does not protect is our own mistake, and throws', () => {
  const typed = 'x'
  const mistakes: [what: string, write: () => unknown][] = [
    ['the name of a tag', () => html`<${typed}>`],
    ['a part of it', () => html`<h${typed}>x</h1>`],
    ['the name of an attribute', () => html`<p ${typed}="x">`],
    ['a value without quotes', () => html`<p title=${typed}>`],
    ['a handler', () => html`<p onclick="${typed}">`],
    ['a handler in capitals', () => html`<p ONCLICK='say("${typed}")'>`],
    ['a style', () => html`<p style="color: ${typed}">`],
    ['a document within', () => html`<iframe srcdoc="${typed}"></iframe>`],
    ['a script', () => html`<script>const x = "${typed}"</script>`],
    ['a style sheet', () => html`<style>p { color: ${typed} }</style>`],
    ['a comment', () => html`<!-- ${typed} -->`],
    ['a second half of a scheme', () => html`<a href="${typed}${typed}">x</a>`],
    ['an order to the browser', () => html`<meta http-equiv="refresh" content="0;url=${typed}">`],
    ['the same, turned around', () => html`<meta content="0;url=${typed}" http-equiv="refresh">`],
    ['markup in an attribute', () => html`<p title="${html`<b>`}">`],
    ['a list in an attribute', () => html`<p title="${['a', 'b']}">`],
    ['a piece that ends within a tag', () => html`<p class="`],
    ['a piece that ends within a script', () => html`<script>`],
    ['a piece with a stray quote', () => html`<p "x">`],
  ]
  for (const [what, write] of mistakes) test(what, () => assert.throws(write, /template|attribute/))

  test('what is neither text nor markup', () => {
    for (const odd of [{}, { markup: '<b>' }, () => 'x', true, Symbol('x')]) {
      assert.throws(() => html`<p>${odd as unknown as Part}</p>`, /cannot show/)
    }
  })
})

test('markup and lists pass as they are, and nothing is written for nothing', () => {
  const items = ['a', 'b'].map((item) => html`<li>${item}</li>`)
  assert.equal(
    textOf(html`<ul>${items}</ul>${null}${undefined}${false}${0}${10n}`),
    '<ul><li>a</li><li>b</li></ul>010',
  )
  assert.equal(
    textOf(html`${rawHtml('<style>p > a { color: red }</style>')}`),
    '<style>p > a { color: red }</style>',
  )
})

test('holes after scripts, styles and comments are found where they are', () => {
  const page = html`<!doctype html><!-- <p " --><style>a > b { c: "d" }</style><script src="/a.js" defer></script>
    <p title='"' class="${'<'}">${'<'}</p>`
  assert.match(textOf(page), /<p title='"' class="&lt;">&lt;<\/p>$/)
})

/** What a browser makes of escaped text. */
function asBrowsersRead(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')
}
