/** The picture of a teaser with its marks; the publication's picture if a grid needs one (S2.12-06). */
import type { Picture, Teaser } from '@lokalteil/contracts/content'
import { fallbackImage } from '@lokalteil/domain/reading/teaser'
import type { PicturePreload } from '../../page/page.ts'
import { useSurroundings } from '../../page/portal.ts'
import { isInStore, pictureSources } from '../../page/picture-sources.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import css from './Teaser.module.css'

export type TeaserSize = 'lead' | 'large' | 'medium' | 'small' | 'row' | 'text' | 'timeline' | 'opinion' | 'ranked'

/** `sizes` of the picture in the grid; page 72rem, root 18px. */
const SIZES: Readonly<Record<TeaserSize, string>> = {
  lead: '(min-width: 62rem) 820px, 100vw',
  large: '(min-width: 62rem) 620px, 100vw',
  medium: '(min-width: 62rem) 400px, (min-width: 40rem) 50vw, 100vw',
  small: '(min-width: 62rem) 300px, (min-width: 40rem) 50vw, 34vw',
  row: '(min-width: 40rem) 240px, 34vw',
  text: '1px',
  timeline: '1px',
  opinion: '96px',
  ranked: '1px',
}

/** The picture to preload on a page that begins with this teaser. */
export function preloadTeaserPicture(picture: Picture | null, size: TeaserSize): PicturePreload | null {
  const sources = picture === null ? null : toSources(picture, size)
  return sources === null ? null : { srcSet: sources.avif, sizes: SIZES[size] }
}

/** Whether the article has a picture in the store. */
export function hasPicture({ img }: Pick<Teaser, 'img'>): boolean {
  return img !== null && isInStore(img)
}

/**
 * The publication's picture replaces a missing one only if a grid would have a single gap; otherwise such an article is
 * shown as text.
 */
export function needsFallback(teasers: readonly Teaser[]): boolean {
  return teasers.length > 2 && teasers.filter((teaser) => !hasPicture(teaser)).length === 1
}

/**
 * For rows, whose headlines start at one edge if any has no picture. An attribute of the list rather than `:has`, which
 * would change rows that are shown already when a later one arrives with the page.
 */
export const markBare = (teasers: readonly Teaser[]) => ({
  'data-some-bare': teasers.every(hasPicture) ? undefined : '',
})

/** The medium of an article besides text. */
export function mediumOf(teaser: Teaser) {
  if (teaser.isVideoArticle) return { icon: 'play', label: teaserTexts.video } as const
  if (teaser.isGallery) return { icon: 'gallery', label: teaserTexts.gallery } as const
  return teaser.isPodcast ? ({ icon: 'headphones', label: teaserTexts.podcast } as const) : null
}

export function TeaserPicture({
  teaser,
  size,
  isPriority,
  isRowOnPhone,
}: {
  teaser: Teaser
  size: TeaserSize
  isPriority?: boolean
  isRowOnPhone?: boolean
}) {
  const { publication } = useSurroundings()
  if (size === 'opinion') return <OpinionPortrait teaser={teaser} />
  const sources = teaser.img === null ? null : toSources(teaser.img, size)
  const medium = mediumOf(teaser)
  return (
    <>
      {sources === null || teaser.img === null ? (
        <img
          src={fallbackImage(publication.code)}
          alt=""
          className={css.fallback}
          width="640"
          height="360"
          loading={isPriority ? undefined : 'lazy'}
          decoding="async"
        />
      ) : (
        <Figure
          sources={sources}
          alt={teaser.img.altText}
          sizes={isRowOnPhone ? SIZES[size].replace('100vw', '34vw') : SIZES[size]}
          ratio="16 / 9"
          colour={teaser.img.colour}
          isPriority={isPriority}
        />
      )}
      {medium !== null && (
        <span className={css.mark}>
          <Icon name={medium.icon} size="1.15em" label={medium.label} />
        </span>
      )}
    </>
  )
}

function toSources(picture: Picture, size: TeaserSize) {
  return pictureSources(picture, {
    ratio: '16:9',
    quality: 75,
    scale: size === 'row' || size === 'small' ? 'small' : 'wide',
  })
}

function OpinionPortrait({ teaser }: { teaser: Teaser }) {
  const portrait = teaser.authors[0]?.portrait ?? null
  const sources = portrait === null ? null : pictureSources(portrait, { ratio: '1:1', quality: 75, scale: 'small' })
  if (portrait === null || sources === null) {
    return (
      <span className={css.quoteMark} aria-hidden="true">
        <Icon name="quote" size="1.6em" />
      </span>
    )
  }
  return (
    <Figure sources={sources} alt="" sizes="96px" ratio="1 / 1" colour={portrait.colour} className={css.portrait} />
  )
}
