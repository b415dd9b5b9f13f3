/** Buttons, and links styled as buttons. */
import type { ButtonHTMLAttributes, AnchorHTMLAttributes, Ref } from 'react'
import css from './Button.module.css'

type Variant = { variant?: 'primary' | 'secondary' | 'quiet' }

export function Button({
  variant = 'primary',
  className,
  ...rest
}: Variant & ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${css.button} ${className}` : css.button}
      data-variant={variant}
    />
  )
}

export function ButtonLink({
  variant = 'primary',
  className,
  children,
  ...rest
}: Variant & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={className ? `${css.button} ${className}` : css.button} data-variant={variant}>
      {children}
    </a>
  )
}
