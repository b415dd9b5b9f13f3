/** Pictures over the whole window, one at a time; arrows, swipe and Esc. */
import { useEffect, useRef, useState } from 'react'
import type { Picture } from '@lokalteil/contracts/content'
import { pictureSources } from '../../page/picture-sources.ts'
import { articleTexts } from '../../messages/reading/article.ts'
import { markTexts } from '../../messages/reading/marks.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './Lightbox.module.css'

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
  const go = (step: number) => setIndex((current) => (current + step + pictures.length) % pictures.length)

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
        if (event.key === 'ArrowRight') go(1)
        if (event.key === 'ArrowLeft') go(-1)
      }}
    >
      <button type="button" className={css.close} onClick={onClose}>
        <Icon name="close" size="1.6em" label={markTexts.close} />
      </button>
      <figure className={css.figure}>
        {sources && (
          <picture>
            <source type="image/avif" srcSet={sources.avif} sizes="100vw" />
            <source type="image/webp" srcSet={sources.webp} sizes="100vw" />
            <img src={sources.fallback} alt={picture.altText} className={css.image} />
          </picture>
        )}
        <figcaption className={css.caption}>
          {pictures.length > 1 && <span>{articleTexts.galleryCount(index + 1, pictures.length)} </span>}
          {picture.caption} {picture.credit}
        </figcaption>
      </figure>
      {pictures.length > 1 && (
        <>
          <button type="button" className={css.previous} onClick={() => go(-1)}>
            <Icon name="chevron-left" size="2em" label={articleTexts.galleryPrevious} />
          </button>
          <button type="button" className={css.next} onClick={() => go(1)}>
            <Icon name="chevron-right" size="2em" label={articleTexts.galleryNext} />
          </button>
        </>
      )}
    </dialog>
  )
}
