import { useCallback, useState } from 'react'

const nameOf = (name: string) => `malipo.draft.${name}`

/** What somebody is writing, kept in this tab until it was sent: reloading loses nothing. Never for passwords. */
export function useDraft<Value>(name: string, first: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => read(nameOf(name)) ?? first)
  const keep = useCallback(
    (next: Value) => {
      setValue(next)
      keepIn(nameOf(name), JSON.stringify(next))
    },
    [name],
  )
  return [value, keep]
}

/** What is larger than the tab's store is kept for as long as nobody reloads. */
function keepIn(name: string, text: string): void {
  try {
    sessionStorage.setItem(name, text)
  } catch {
    sessionStorage.removeItem(name)
  }
}

function read<Value>(name: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '') as Value
  } catch {
    return undefined
  }
}
