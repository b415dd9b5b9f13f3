/** Buttons and links that look like buttons. */
import type { ButtonHTMLAttributes, AnchorHTMLAttributes } from 'react'
import css from './Button.module.css'

type Look = { look?: 'primary' | 'secondary' | 'quiet' }

export function Button({ look = 'primary', className, ...rest }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      className={className ? `${css.button} ${className}` : css.button}
      data-look={look}
    />
  )
}

export function ButtonLink({
  look = 'primary',
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={className ? `${css.button} ${className}` : css.button} data-look={look}>
      {children}
    </a>
  )
}
