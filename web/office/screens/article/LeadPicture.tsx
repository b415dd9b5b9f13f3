/** The lead picture: upload, texts and the point that every crop keeps. */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import type { ArticleDraft } from '@lokalteil/contracts/content/records'
import type { Picture } from '@lokalteil/contracts/content/pictures'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import { PICTURE } from '../../messages/article.ts'
import { useAct } from '../../kit/office.tsx'
import { Area, Button, Fault, Field, Row } from '../../kit/parts.tsx'
import css from './LeadPicture.module.css'

const STEP = 2
const CENTRE = { x: 50, y: 50 }

export function LeadPicture({
  picture,
  video,
  isReadOnly,
  upload,
  onChange,
}: {
  picture: Picture | null
  video: ArticleDraft['headerVideo']
  isReadOnly: boolean
  upload: (file: File) => Promise<Picture>
  onChange: (part: Pick<ArticleDraft, 'picture'> | Pick<ArticleDraft, 'headerVideo'>) => void
}) {
  const { run, isBusy, fault } = useAct()
  const file = useRef<HTMLInputElement>(null)
  const id = useId()
  const takeFile = (chosen: File | undefined) => {
    if (chosen !== undefined && !isReadOnly) void run(async () => onChange({ picture: await upload(chosen) }))
  }
  const place = useRef<HTMLElement>(null)
  const isOver = useDrop(place, takeFile)
  const change = (part: Partial<Picture>) => {
    if (picture !== null) onChange({ picture: { ...picture, ...part } })
  }
  return (
    <section ref={place} className={css.lead} aria-labelledby={id} data-over={isOver || undefined}>
      <h2 id={id} className={css.title}>
        {PICTURE.lead}
      </h2>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        onChange={(event) => {
          takeFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Fault>{fault}</Fault>
      {video !== null && (
        <Row>
          <span>{PICTURE.video}</span>
          {!isReadOnly && (
            <Button look="small" onClick={() => onChange({ headerVideo: null })}>
              {PICTURE.removeVideo}
            </Button>
          )}
        </Row>
      )}
      {picture === null ? (
        !isReadOnly && (
          <button type="button" className={css.empty} disabled={isBusy} onClick={() => file.current?.click()}>
            {isBusy ? PICTURE.uploading : PICTURE.drop}
          </button>
        )
      ) : (
        <div className={css.set}>
          <FocusPoint picture={picture} isReadOnly={isReadOnly} onChange={(focus) => change({ focus })} />
          <div className={css.texts}>
            <Area label={PICTURE.caption} value={picture.caption} onChange={(caption) => change({ caption })} />
            <Field label={PICTURE.credit} required value={picture.credit} onChange={(credit) => change({ credit })} />
            <Area
              label={PICTURE.altText}
              hint={PICTURE.altHint}
              value={picture.altText}
              onChange={(altText) => change({ altText })}
            />
            {!isReadOnly && (
              <Row>
                <Button look="small" disabled={isBusy} onClick={() => file.current?.click()}>
                  {isBusy ? PICTURE.uploading : PICTURE.replace}
                </Button>
                {picture.focus !== undefined && (
                  <Button look="small" onClick={() => change({ focus: undefined })}>
                    {PICTURE.focus}: {PICTURE.focusAuto}
                  </Button>
                )}
                <Button look="small" onClick={() => onChange({ picture: null })}>
                  {PICTURE.remove}
                </Button>
              </Row>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

/** Takes a file that is dropped on the place; beside the button, which is there for everybody. */
function useDrop(place: RefObject<HTMLElement | null>, onFile: (file: File | undefined) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFile)
  useEffect(() => {
    latest.current = onFile
  })
  useEffect(() => {
    const element = place.current
    const ended = new AbortController()
    const { signal } = ended
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      latest.current(event.dataTransfer?.files[0])
    }
    element?.addEventListener('dragover', over, { signal })
    element?.addEventListener('dragleave', () => setOver(false), { signal })
    element?.addEventListener('drop', drop, { signal })
    return () => ended.abort()
  }, [place])
  return isOver
}

function FocusPoint({
  picture,
  isReadOnly,
  onChange,
}: {
  picture: Picture
  isReadOnly: boolean
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
