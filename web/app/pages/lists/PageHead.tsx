/** The head of a list: breadcrumb, title, description. */
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Breadcrumb } from '../blocks/Breadcrumb.tsx'
import css from './PageHead.module.css'

export type ChipEntry = { label: string; target: string; icon?: IconName }

type PageHeadProps = {
  title: string
  /** Shown after the title on later pages of a list. */
  page?: string
  breadcrumb?: readonly { label: string; target: string }[]
  kicker?: string
  description?: string
  meta?: string
  /** Left of the text: a portrait or a cover. */
  picture?: ReactNode
  children?: ReactNode
}

export function PageHead({ title, page, breadcrumb, kicker, description, meta, picture, children }: PageHeadProps) {
  return (
    <header className={`page ${css.head}`} data-picture={picture ? '' : undefined}>
      {picture}
      <div className={css.text}>
        {breadcrumb && <Breadcrumb entries={breadcrumb} />}
        {kicker && <p className={css.kicker}>{kicker}</p>}
        <h1 className={css.title}>
          {title}
          {page && <span className={css.page}> – {page}</span>}
        </h1>
        {description && <p className={css.description}>{description}</p>}
        {meta && <p className={css.meta}>{meta}</p>}
        {children}
      </div>
    </header>
  )
}

/** On a phone one row that scrolls sideways, unless there is nothing else on the page. */
export function Chips({
  label,
  entries,
  isWrapped,
}: {
  label: string
  entries: readonly ChipEntry[]
  isWrapped?: boolean
}) {
  if (entries.length === 0) return null
  return (
    <nav aria-label={label} className={`${css.chips} no-print`} data-wrapped={isWrapped ? '' : undefined}>
      <ul className={css.chipList}>
        {entries.map((entry) => (
          <li key={entry.target}>
            <a href={entry.target} className={css.chip}>
              {entry.icon && <Icon name={entry.icon} size="1em" />}
              {entry.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
