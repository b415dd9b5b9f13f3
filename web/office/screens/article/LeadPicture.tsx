/** The lead: a picture with its texts and the point that every crop keeps, or a film in its place. */
import { useId, useRef, useState } from 'react'
import type { ArticleDraft } from '@lokalteil/contracts/content/records'
import type { Picture } from '@lokalteil/contracts/content/pictures'
import { PICTURE } from '../../messages/article.ts'
import { EDITOR_TEXTS } from '../../messages/editor.ts'
import { PICKER } from '../../messages/media.ts'
import { useDrop } from '../../kit/drop.ts'
import { FocusPoint } from '../../kit/FocusPoint.tsx'
import { useAct } from '../../kit/office.tsx'
import { Area, Button, Fault, Field, Row } from '../../kit/parts.tsx'
import css from './LeadPicture.module.css'

type Film = NonNullable<ArticleDraft['headerVideo']>
/** The form of a film in the text and its dialog, fetched when one is opened. */
const loadForms = () => import('../../editor/BlockForm.tsx')
type FilmForm = Awaited<ReturnType<typeof loadForms>>['BlockForm']

/** A film names no article. */
const findNothing = async () => []

export function LeadPicture({
  picture,
  video,
  isReadOnly,
  upload,
  pick,
  onRights,
  onChange,
}: {
  picture: Picture | null
  video: ArticleDraft['headerVideo']
  isReadOnly: boolean
  upload: (file: File) => Promise<Picture>
  /** From the library; null: none was chosen. */
  pick: () => Promise<Picture | null>
  /** Opens the picture in the library. */
  onRights: (picture: Picture) => void
  onChange: (part: Pick<ArticleDraft, 'picture'> | Pick<ArticleDraft, 'headerVideo'>) => void
}) {
  const { run, isBusy, fault } = useAct()
  const [Form, setForm] = useState<FilmForm | null>(null)
  const [isUnreachable, setUnreachable] = useState(false)
  const openFilm = () => {
    setUnreachable(false)
    loadForms().then(
      ({ BlockForm }) => setForm(() => BlockForm),
      () => setUnreachable(true),
    )
  }
  const file = useRef<HTMLInputElement>(null)
  const id = useId()
  const takeFile = (chosen: File | undefined) => {
    if (chosen !== undefined && !isReadOnly) void run(async () => onChange({ picture: await upload(chosen) }))
  }
  const place = useRef<HTMLElement>(null)
  const isOver = useDrop(place, ([first]) => takeFile(first))
  const pickPicture = async () => {
    const picked = await pick()
    if (picked !== null) onChange({ picture: picked })
  }
  const fromMedia = (
    <Button look="small" disabled={isBusy} onClick={() => void pickPicture()}>
      {PICKER.open}
    </Button>
  )
  const change = (part: Partial<Picture>) => {
    if (picture !== null) onChange({ picture: { ...picture, ...part } })
  }
  return (
    <>
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
        <Fault>{isUnreachable ? EDITOR_TEXTS.noForm : fault}</Fault>
        {video === null ? (
          !isReadOnly && (
            <Row>
              <Button look="small" onClick={openFilm}>
                {PICTURE.setVideo}
              </Button>
            </Row>
          )
        ) : (
          <Row>
            <span>{PICTURE.video(video.caption === '' ? video.src : video.caption)}</span>
            {!isReadOnly && (
              <>
                <Button look="small" onClick={openFilm}>
                  {PICTURE.changeVideo}
                </Button>
                <Button look="small" onClick={() => onChange({ headerVideo: null })}>
                  {PICTURE.removeVideo}
                </Button>
              </>
            )}
          </Row>
        )}
        {picture === null ? (
          !isReadOnly && (
            <>
              <button type="button" className={css.empty} disabled={isBusy} onClick={() => file.current?.click()}>
                {isBusy ? PICTURE.uploading : PICTURE.drop}
              </button>
              <Row>{fromMedia}</Row>
            </>
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
                  {fromMedia}
                  <Button look="small" onClick={() => onRights(picture)}>
                    {PICKER.rights}
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
      {Form !== null && (
        <Form
          toForm={(forms) => forms.toClosedForm('video', video)}
          upload={upload}
          findArticles={findNothing}
          onApply={(film) => {
            setForm(null)
            onChange({ headerVideo: film as Film })
          }}
          onClose={() => setForm(null)}
        />
      )}
    </>
  )
}
