/** The point of a picture that every crop keeps: by pointer, or with the arrows. */
import type { KeyboardEvent, MouseEvent } from 'react'
import type { Picture } from '@lokalteil/contracts/content/pictures'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import { PICTURE } from '../messages/article.ts'
import css from './FocusPoint.module.css'

const STEP = 2
const CENTRE = { x: 50, y: 50 }

export function FocusPoint({
  picture,
  isReadOnly = false,
  onChange,
}: {
  picture: Picture
  isReadOnly?: boolean
  onChange: (focus: { x: number; y: number }) => void
}) {
  const { x, y } = picture.focus ?? CENTRE
  const place = (nextX: number, nextY: number) =>
    onChange({ x: Math.round(Math.min(100, Math.max(0, nextX))), y: Math.round(Math.min(100, Math.max(0, nextY))) })
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    // Space and Enter click too, without a place.
    if (event.detail === 0) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    place(((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key]
    if (step === undefined) return
    event.preventDefault()
    place(x + step[0]!, y + step[1]!)
  }
  return (
    <button
      type="button"
      className={css.focus}
      disabled={isReadOnly}
      title={PICTURE.focusHint}
      aria-label={`${PICTURE.focus} (${Math.round(x)} %, ${Math.round(y)} %). ${PICTURE.focusHint}`}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <img
        src={imageAddress(picture.baseUrl, { width: 640 })}
        alt=""
        width={picture.width || undefined}
        height={picture.height || undefined}
      />
      <span
        className={css.point}
        data-set={picture.focus !== undefined || undefined}
        style={{ left: `${x}%`, top: `${y}%` }}
      />
    </button>
  )
}
