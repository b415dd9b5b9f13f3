/** The message above a form with faults, with a link to each faulty field. */
import type { ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'
import css from './FormNotice.module.css'

type FormNoticeProps = {
  title: ReactNode
  children?: ReactNode
  /** Address (`#id`) and text for each faulty field. */ links?: readonly { href: string; text: string }[]
  isAlert?: boolean
  ref?: Ref<HTMLDivElement>
}

export function FormNotice({ title, children, links, isAlert, ref }: FormNoticeProps) {
  return (
    <div
      ref={ref}
      className={css.notice}
      role={isAlert ? 'alert' : undefined}
      tabIndex={-1}
      data-answer={isAlert ? '' : undefined}
    >
      <p className={css.title}>
        <Icon name="alert" /> <span>{title}</span>
      </p>
      {children}
      {links !== undefined && links.length > 0 && (
        <ul>
          {links.map(({ href, text }) => (
            <li key={href}>
              <a href={href}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
