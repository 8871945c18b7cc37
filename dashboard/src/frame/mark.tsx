/** Our mark, as on the payers' pages. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path d="M6 24V9l8 9 8-9v11l2 3 4-6" fill="none" stroke="var(--accent-ink)" strokeWidth="3" />
    </svg>
  )
}
