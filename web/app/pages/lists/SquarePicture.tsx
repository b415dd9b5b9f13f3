/** A square portrait or cover; the initials if there is no picture. */
import type { Picture } from '@lokalteil/contracts/content'
import { pictureSources } from '../../page/picture-sources.ts'
import { Figure } from '../../ui/Figure.tsx'
import css from './SquarePicture.module.css'

type SquarePictureProps = {
  picture: Picture | null
  alt: string
  /** Initials shown without a picture. */ name: string
  size: 'small' | 'large'
  isRound?: boolean
  isPriority?: boolean
}

const PIXELS = { small: '110px', large: '(min-width: 40rem) 220px, 160px' } as const

export function SquarePicture({ picture, alt, name, size, isRound, isPriority }: SquarePictureProps) {
  const sources = picture === null ? null : pictureSources(picture, { ratio: '1:1', quality: 75, scale: 'small' })
  const className = isRound ? `${css.square} ${css.round}` : css.square
  return (
    <span className={className} data-size={size}>
      {sources === null || picture === null ? (
        <span className={css.initials} aria-hidden="true">
          {toInitials(name)}
        </span>
      ) : (
        <Figure
          sources={sources}
          alt={alt}
          sizes={PIXELS[size]}
          ratio="1 / 1"
          colour={picture.colour}
          isPriority={isPriority}
          className={css.picture}
        />
      )}
    </span>
  )
}

function toInitials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.charAt(0).toUpperCase() ?? '')
    .join('')
}
