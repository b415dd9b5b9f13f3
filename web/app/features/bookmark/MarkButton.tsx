/**
 * A button that bookmarks or follows: small, because every teaser in a first view has one. It draws the session's
 * marks; `marks.lazy.ts` loads them and handles clicks.
 */
import { useId, type ReactNode } from 'react'
import { usePortal } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import css from './MarkButton.module.css'

export type MarkButtonProps = {
  /** Id of an article, or `f:` and that of a region or tag. */
  mark: string
  label: string
  icons: readonly [IconName, IconName]
  /** Shown until the marks are loaded. */
  isSet?: boolean | undefined
  variant?: 'label' | 'pill' | undefined
  /** One of the two: the marks of the page are requested by these attributes. */
  'data-bookmark'?: string
  'data-follow'?: string
  children?: ReactNode
}

export function MarkButton({ mark, label, icons, isSet, variant, children, ...shown }: MarkButtonProps) {
  const portal = usePortal()
  const by = useId()
  const known = useSession(({ marks }) => marks?.get(mark))
  const isOn = known?.isSet ?? isSet
  const tip = known?.by === by ? known.tip : undefined
  if (portal.isLibraryOff) return null
  return (
    <button
      type="button"
      className={`${css.button} js-only`}
      {...shown}
      data-variant={variant}
      data-tip={tip && ''}
      aria-pressed={isOn}
      aria-label={label}
      title={variant === 'label' ? label : undefined}
      onClick={() => void import('./marks.lazy.ts').then(({ press }) => press(mark, by, portal))}
    >
      <Icon name={icons[isOn ? 1 : 0]} size="1.3em" />
      {children}
      {tip && (
        <span className={css.tip} role="status">
          {tip}
        </span>
      )}
    </button>
  )
}
