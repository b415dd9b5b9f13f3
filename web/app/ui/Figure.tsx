/**
 * A responsive picture: AVIF, WebP, JPEG. Its space is reserved by the ratio, and its colour is shown until it is
 * loaded.
 */
import css from './Figure.module.css'

type FigureSources = { avif: string; webp: string; fallback: string; position?: string }

type FigureProps = {
  sources: FigureSources
  alt: string
  sizes: string
  /** CSS aspect ratio, e.g. `16 / 9`. */
  ratio: string
  colour: string | null
  /** The picture of the first view: loaded eagerly with high priority. */
  isPriority?: boolean
  className?: string
}

export function Figure({ sources, alt, sizes, ratio, colour, isPriority, className }: FigureProps) {
  const style = colour === null ? { aspectRatio: ratio } : { aspectRatio: ratio, backgroundColor: colour }
  return (
    <picture className={className ? `${css.picture} ${className}` : css.picture} style={style}>
      {sources.avif !== '' && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
      {sources.webp !== '' && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
      <img
        src={sources.fallback}
        alt={alt}
        className={css.image}
        decoding="async"
        style={sources.position === undefined ? undefined : { objectPosition: sources.position }}
        {...(isPriority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      />
    </picture>
  )
}
