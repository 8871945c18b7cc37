import { useSyncExternalStore } from 'react'

export const schemes = ['light', 'dark', 'auto'] as const
export type Scheme = (typeof schemes)[number]

const name = 'malipo.scheme'
const dark = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
let chosen: Scheme = schemes.find((one) => one === readKept()) ?? 'auto'

/** Puts the colours in force; the device's own unless somebody chose others. */
export function showScheme(): void {
  const isDark = chosen === 'dark' || (chosen === 'auto' && dark.matches)
  document.documentElement.dataset.scheme = isDark ? 'dark' : 'light'
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
}

dark.addEventListener('change', showScheme)

export function chooseScheme(scheme: Scheme): void {
  chosen = scheme
  try {
    localStorage.setItem(name, scheme)
  } catch {
    // It then counts until the page is closed.
  }
  showScheme()
  for (const listen of listeners) listen()
}

export function useScheme(): Scheme {
  return useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => chosen,
  )
}

function readKept(): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
