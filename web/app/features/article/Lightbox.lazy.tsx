/**
 * Pictures over the whole window, one at a time: arrow keys, swipe and Esc; a double click, the button or + and -
 * enlarge, then the picture scrolls. Pinching zooms as usual.
 */
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import type { Picture } from '@lokalteil/contracts/content'
import { pictureSources } from '../../page/picture-sources.ts'
import { articleTexts } from '../../messages/reading/article.ts'
import { lightboxTexts } from '../../messages/reading/article-parts.ts'
import { markTexts } from '../../messages/reading/marks.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './Lightbox.module.css'

/** CSS pixels. */
const SWIPE = 48

/** Long, because touch, keys and buttons move the same picture. */
export default function Lightbox({
  pictures,
  start,
  onClose,
}: {
  pictures: readonly Picture[]
  start: number
  onClose: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState(start)
  const picture = pictures[index]!
  const sources = pictureSources(picture, { ratio: 'original', quality: 70 })
  const [isZoomed, setZoomed] = useState(false)
  const view = useRef<HTMLDivElement>(null)
  const began = useRef<{ x: number; y: number } | null>(null)
  const go = (step: number) => {
    setZoomed(false)
    setIndex((current) => (current + step + pictures.length) % pictures.length)
  }
  /** `x`, `y`: the point to zoom at, as shares of the view; default the middle. */
  const zoom = (isLarger: boolean, x = 0.5, y = 0.5) => {
    setZoomed(isLarger)
    requestAnimationFrame(() => {
      const element = view.current
      element?.scrollTo(
        x * element.scrollWidth - element.clientWidth / 2,
        y * element.scrollHeight - element.clientHeight / 2,
      )
    })
  }
  const onPointerUp = (event: PointerEvent) => {
    const from = began.current
    began.current = null
    if (from === null || isZoomed || pictures.length === 1 || event.pointerType === 'mouse') return
    const [x, y] = [event.clientX - from.x, event.clientY - from.y]
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1)
  }

  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={css.box}
      aria-label={picture.altText}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === '+') zoom(true)
        if (event.key === '-') zoom(false)
        if (isZoomed || pictures.length === 1) return
        if (event.key === 'ArrowRight') go(1)
        if (event.key === 'ArrowLeft') go(-1)
      }}
    >
      <button type="button" className={css.zoom} aria-pressed={isZoomed} onClick={() => zoom(!isZoomed)}>
        <Icon name="search" size="1.4em" label={articleTexts.enlarge} />
      </button>
      <button type="button" className={css.close} onClick={onClose}>
        <Icon name="close" size="1.6em" label={markTexts.close} />
      </button>
      <figure className={css.figure}>
        {/* The enlarged picture can be scrolled by keyboard, too. */}
        <div
          ref={view}
          className={css.view}
          data-zoomed={isZoomed ? '' : undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={isZoomed ? 0 : undefined}
          onPointerDown={(event) => {
            began.current = event.isPrimary ? { x: event.clientX, y: event.clientY } : null
          }}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            began.current = null
          }}
          onDoubleClick={({ clientX, clientY, currentTarget }) => {
            const box = currentTarget.getBoundingClientRect()
            zoom(!isZoomed, (clientX - box.left) / box.width, (clientY - box.top) / box.height)
          }}
        >
          {sources && (
            <picture>
              <source type="image/avif" srcSet={sources.avif} sizes={isZoomed ? '250vw' : '100vw'} />
              <source type="image/webp" srcSet={sources.webp} sizes={isZoomed ? '250vw' : '100vw'} />
              <img src={sources.fallback} alt={picture.altText} className={css.image} draggable={false} />
            </picture>
          )}
        </div>
        <figcaption className={css.caption}>
          {pictures.length > 1 && (
            <span className={css.count}>{articleTexts.galleryCount(index + 1, pictures.length)} </span>
          )}
          {picture.caption}
          {picture.caption !== '' && picture.credit !== '' && ' · '}
          {picture.credit}
        </figcaption>
      </figure>
      {pictures.length > 1 && (
        <>
          <button type="button" className={css.previous} onClick={() => go(-1)}>
            <Icon name="chevron-left" size="2em" label={lightboxTexts.previous} />
          </button>
          <button type="button" className={css.next} onClick={() => go(1)}>
            <Icon name="chevron-right" size="2em" label={lightboxTexts.next} />
          </button>
        </>
      )}
    </dialog>
  )
}
