import { useQuery } from '@tanstack/react-query'
import { Waiting } from '../kit/waiting.tsx'
import { Trouble } from './trouble.tsx'

/** Wallets refuse what has no quiet zone, and read four squares of it reliably. */
const quiet = 4

type Props = {
  /** What the code says, not a letter of it changed. */
  text: string
  /** What it is for, for those who do not see it. */
  label: string
  /** The longest side in pixels; it shrinks with its place. */
  size?: number
}

/** A QR code, black on white in every scheme. What draws it is loaded when the first one is shown. */
export function QrCode({ text, label, size = 320 }: Props) {
  const drawing = useQuery({
    queryKey: ['qr-code', text],
    queryFn: () => draw(text),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (drawing.error) return <Trouble error={drawing.error} retry={() => void drawing.refetch()} />
  if (!drawing.data) return <Waiting height={size} />
  const { side, path } = drawing.data
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      style={{ display: 'block', width: '100%', maxWidth: size, height: 'auto' }}
    >
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}

async function draw(text: string): Promise<{ side: number; path: string }> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const squares: string[] = []
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++)
      if (modules.get(y, x)) squares.push(`M${x + quiet} ${y + quiet}h1v1h-1z`)
  return { side: modules.size + 2 * quiet, path: squares.join('') }
}
