import { useSyncExternalStore } from 'react'

export const languages = ['en', 'sw'] as const
export type Language = (typeof languages)[number]

/** What a part of the dashboard says, in both languages: sentences, and functions where something is put into them. */
export type Words<Sentences> = Record<Language, Sentences>

/** Ties the two languages together: whatever one says, the other must say too, or it does not compile. */
export function bothLanguages<Sentences extends object>(en: Sentences, sw: Sentences): Words<Sentences> {
  return { en, sw }
}

const cookie = 'malipo.lang'
const listeners = new Set<() => void>()
let chosen = readLanguage()

export function useLanguage(): Language {
  return useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => chosen,
  )
}

export function useWords<Sentences>(words: Words<Sentences>): Sentences {
  return words[useLanguage()]
}

export function chooseLanguage(language: Language): void {
  chosen = language
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser of those who come here.
  document.cookie = `${cookie}=${language}; path=/; max-age=31536000; samesite=lax`
  document.documentElement.lang = language
  for (const listen of listeners) listen()
}

/** The one of the address, the one chosen before, the one the browser prefers, else English. */
function readLanguage(): Language {
  if (typeof document === 'undefined') return 'en'
  const asked = new URLSearchParams(location.search).get('lang')
  const kept = new RegExp(`(?:^|; )${cookie}=(\\w+)`).exec(document.cookie)?.[1]
  const wished = [asked, kept, ...navigator.languages.map((tag) => tag.slice(0, 2))]
  const found =
    languages.find((one) => wished.find((wish) => languages.includes(wish as Language)) === one) ?? 'en'
  document.documentElement.lang = found
  return found
}
