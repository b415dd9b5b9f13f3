/** An icon of the sprite; decorative unless a label is given. */
import spriteAddress from 'virtual:icon-sprite'
import type { IconName } from './icon-names.ts'

export function Icon({ name, label, size = '1.25em' }: { name: IconName; label?: string; size?: string }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <use href={`${spriteAddress}#${name}`} />
    </svg>
  )
}

/** The icon of a menu entry; unknown ones were removed on the server (`known-icons`). */
export function MenuIcon({ of: { icon }, size }: { of: { icon?: string }; size?: string }) {
  return icon === undefined ? null : <Icon name={icon as IconName} size={size} />
}
