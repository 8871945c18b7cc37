import { type ReactNode, useEffect, useRef } from 'react'
import { useTitle } from '../frame/use-title.ts'

/** The name of a screen, beside what can be done on it. The heading gets the focus when the screen opens, so that readers begin there. */
export function PageHead({
  title,
  children,
  above,
}: {
  title: string
  children?: ReactNode
  above?: ReactNode
}) {
  useTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="stack tight">
      {above}
      <div className="row apart">
        <h1 ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {title}
        </h1>
        {children && <div className="row not-printed">{children}</div>}
      </div>
    </div>
  )
}
