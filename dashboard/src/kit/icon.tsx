import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof iconPaths

/** A small picture beside a word. It says nothing that the word does not, so nobody is told of it. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flexShrink: 0 }}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
