import { useEffect, useRef } from 'react'

const everyMs = 2_000

/** While something is being carried out its end is near: the list is looked at again until it has come. */
export function useLookAgain(isWaiting: boolean, look: () => void): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => latest.current(), everyMs)
    return () => clearInterval(timer)
  }, [isWaiting])
}
