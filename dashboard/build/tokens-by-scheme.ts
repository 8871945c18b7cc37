import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const name = 'virtual:tokens.css'
const darkPart = '@media (prefers-color-scheme: dark)'

/**
 * The tokens of the payers' pages, which follow the browser's scheme. Here people may choose another: the dark ones count wherever an element says
 * dark, the root for the whole page.
 */
export function tokensByScheme(file: string): Plugin {
  return {
    name: 'tokens-by-scheme',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      this.addWatchFile(file)
      return bySchemeOfRoot(readFileSync(file, 'utf8'))
    },
  }
}

export function bySchemeOfRoot(css: string): string {
  const [light = '', dark] = css.split(darkPart)
  const rules = dark === undefined ? undefined : /\{\s*:root\s*(\{[^}]*\})\s*\}/.exec(dark)?.[1]
  if (rules === undefined) throw new Error(`tokens.css has no dark part that begins with ${darkPart}`)
  return `${light}\n[data-scheme='dark'] ${rules}\n`
}
