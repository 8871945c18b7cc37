import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import classes from './kit.module.css'

type Look = {
  /** `main` for the one thing a screen is for; `danger` for what cannot be taken back. */
  look?: 'main' | 'plain' | 'quiet' | 'danger'
  icon?: IconName
  size?: 'small' | 'normal' | 'large'
  isWide?: boolean
}

type Props = ComponentProps<'button'> & Look & { isBusy?: boolean }

/** While it is busy it can be pressed without effect, and says so to those who cannot see it. */
export function Button({
  look = 'main',
  icon,
  size = 'normal',
  isWide,
  isBusy,
  children,
  className,
  onClick,
  ...others
}: Props) {
  return (
    <button
      type="button"
      {...others}
      className={`${classes.button} ${className ?? ''}`}
      data-look={look}
      data-size={size}
      data-wide={isWide}
      aria-busy={isBusy}
      aria-disabled={isBusy || others.disabled}
      onClick={(event) => {
        if (isBusy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isBusy ? <span className={classes.busy} /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A button that is only a picture; its name is for everybody who does not see it, and shows when one points at it. */
export function IconButton({
  name,
  label,
  ...others
}: Omit<Props, 'children' | 'icon'> & { name: IconName; label: string }) {
  return (
    <Button look="quiet" {...others} aria-label={label} title={label} className={classes.iconButton}>
      <Icon name={name} />
    </Button>
  )
}

/** Looks like a button and is a link: it leads somewhere and changes nothing. Give it to `Link` as `className` with `buttonLook`. */
export function buttonLook({ look = 'main', size = 'normal' }: Look = {}) {
  return { className: classes.button, 'data-look': look, 'data-size': size }
}

export type WithChildren = { children: ReactNode }
