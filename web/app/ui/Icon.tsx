/** A drawing from the sprite; decorative unless a label is given. */
import spriteAddress, { iconNames } from 'virtual:icon-sprite'
import type { IconName } from './icon-names.ts'

export function Icon({ name, label, size = '1.25em' }: { name: IconName; label?: string; size?: string }) {
  return (
    <svg
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

/** Menus come from the content service; it may name an icon we do not have. */
export function isIconName(name: string | undefined): name is IconName {
  return name !== undefined && iconNames.includes(name)
}
