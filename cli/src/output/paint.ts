const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const

export type Paint = Record<keyof typeof codes, (text: string) => string>

type Watched = { env: Record<string, string | undefined>; stdout: { isTTY?: boolean | undefined } }

/** Whether a person is watching and wants colours (https://no-color.org). */
export function isColourful({ env, stdout }: Watched): boolean {
  const refused = (env.NO_COLOR ?? '') !== '' || env.TERM === 'dumb'
  return stdout.isTTY === true && !refused
}

export function paintFor(watched: Watched): Paint {
  const colourful = isColourful(watched)
  const brush = (name: keyof typeof codes) => (text: string) => {
    const [on, off] = codes[name]
    return colourful && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text
  }
  return {
    bold: brush('bold'),
    dim: brush('dim'),
    red: brush('red'),
    green: brush('green'),
    yellow: brush('yellow'),
    cyan: brush('cyan'),
  }
}

const good = ['successful', 'SUCCESS', 'PAID']
const bad = ['failed', 'reversed', 'FAILED', 'REJECTED', 'REVERSED']

/** A state in the colour of what it means for the merchant's money. */
export function paintStatus(paint: Paint, status: string): string {
  if (good.includes(status)) return paint.green(status)
  return bad.includes(status) ? paint.red(status) : paint.yellow(status)
}
