import type { Language } from '../pages/pages.ts'
import { Refusal } from '../primitives/refusal.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What stands below the icon, in the language of whoever put it there. */
const names: Record<Language, Record<'live' | 'sandbox', { name: string; short_name: string }>> = {
  en: {
    live: { name: 'Malipo till', short_name: 'Till' },
    sandbox: { name: 'Malipo till (sandbox)', short_name: 'Test till' },
  },
  sw: {
    live: { name: 'Malipo kaunta', short_name: 'Kaunta' },
    sandbox: { name: 'Malipo kaunta (majaribio)', short_name: 'Majaribio' },
  },
}

/** What a phone needs to put the till of one merchant on its home screen. It names nobody: whoever opens it signs in first. */
export function tillManifest(merchantId: string, environment: string, language: Language): object {
  if (!uuid.test(merchantId) || !/^(live|sandbox)$/.test(environment)) throw new Refusal('not_found')
  const start = `/m/${merchantId}/${environment}/till`
  return {
    id: start,
    start_url: start,
    scope: start,
    lang: language,
    ...names[language][environment === 'sandbox' ? 'sandbox' : 'live'],
    display: 'standalone',
    orientation: 'portrait',
    background_color: '#f5f7f6',
    theme_color: '#0a7d4f',
    icons: [192, 512].map((size) => ({
      src: `/icons/till-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  }
}
