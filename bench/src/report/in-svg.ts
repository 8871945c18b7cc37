import type { Figure } from './figures.ts'
import { promised } from './in-markdown.ts'

const [rowHeight, left, width, right] = [26, 430, 360, 120]

/** Each ratio as a bar whose line is the promise: what reaches beyond it holds, whether more or less is better. */
export function inSvg(figures: Figure[]): string {
  const height = figures.length * rowHeight + 20
  const rows = figures.map((figure, place) => rowOf(figure, 10 + place * rowHeight)).join('\n')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + right} ${height}" font-family="system-ui, sans-serif" font-size="13">
<title>Each ratio against its promise</title>
<rect width="100%" height="100%" fill="#fff"/>
${rows}
<line x1="${left + width / 2}" x2="${left + width / 2}" y1="4" y2="${height - 4}" stroke="#1a1a1a" stroke-width="2"/>
</svg>
`
}

function rowOf({ bench, what, ratio, bar, holds }: Figure, y: number): string {
  const length = Math.round((width / 2) * Math.min(2, reach(ratio, bar)))
  const middle = y + rowHeight / 2 + 4
  return [
    `<text x="${left - 8}" y="${middle}" text-anchor="end">${escaped(`${bench}: ${what}`)}</text>`,
    `<rect x="${left}" y="${y + 4}" width="${length}" height="${rowHeight - 8}" fill="${holds ? '#0b7a5f' : '#b3261e'}"/>`,
    `<text x="${left + width + 8}" y="${middle}">${ratio.toFixed(2)} (${escaped(promised(bar))})</text>`,
  ].join('\n')
}

/** 1 where the promise is just held, more where it is held easily. */
function reach(ratio: number, bar: Figure['bar']): number {
  const share = 'atLeast' in bar ? ratio / bar.atLeast : bar.atMost / ratio
  return Number.isFinite(share) ? share : 2
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
