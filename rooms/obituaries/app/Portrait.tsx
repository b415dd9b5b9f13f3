/** The portrait of the deceased in a quiet frame; uncropped, because only the family may crop it. */
import type { CSSProperties } from 'react'
import type { Picture } from '@lokalteil/contracts/content'
import { obituaryTexts as texts } from './obituary-texts.ts'
import { pictureSources } from '@lokalteil/web/app/page/picture-sources'
import { Figure } from '@lokalteil/web/app/ui/Figure.tsx'
import css from './Obituaries.module.css'

/** Height of the frame in CSS pixels at a font size of 16. */
const HEIGHTS = { sheet: 192, clip: 112 } as const

export function Portrait({
  picture,
  name,
  at,
  isFirst,
}: {
  picture: Picture
  name: string
  at: keyof typeof HEIGHTS
  isFirst?: boolean | undefined
}) {
  const sources = pictureSources(picture, { ratio: 'original', quality: 75, scale: 'small' })
  if (sources === null) return null
  const { width, height, colour } = picture
  const shape = width > 0 && height > 0 ? width / height : 3 / 4
  return (
    <span className={css.portrait} data-at={at} style={{ '--shape': shape } as CSSProperties}>
      <Figure
        sources={sources}
        alt={texts.portraitOf(name)}
        sizes={`${Math.round(HEIGHTS[at] * shape)}px`}
        ratio={String(shape)}
        colour={colour}
        {...(isFirst === true ? { isPriority: true } : {})}
      />
    </span>
  )
}
