import { useCallback, useState } from 'react'

/** Something of no consequence that this browser remembers, like saved views. Never anything that proves who one is. */
export function useKept<Value>(name: string, first: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => read(name, first))
  const keep = useCallback(
    (next: Value) => {
      setValue(next)
      try {
        localStorage.setItem(name, JSON.stringify(next))
      } catch {
        // A browser that keeps nothing still shows it until it is closed.
      }
    },
    [name],
  )
  return [value, keep]
}

function read<Value>(name: string, first: Value): Value {
  try {
    const kept = localStorage.getItem(name)
    return kept === null ? first : (JSON.parse(kept) as Value)
  } catch {
    return first
  }
}
