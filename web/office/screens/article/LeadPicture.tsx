/** The lead: a picture with its texts and the point that every crop keeps, or a film in its place. */
import { useState } from 'react'
import type { ArticleDraft } from '@lokalteil/contracts/content/records'
import type { Picture } from '@lokalteil/contracts/content/pictures'
import { PICTURE } from '../../messages/article.ts'
import { EDITOR_TEXTS } from '../../messages/editor.ts'
import { Button, Fault, Row } from '../../kit/parts.tsx'
import { PictureField } from '../../kit/PictureField.tsx'

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
  const [Form, setForm] = useState<FilmForm | null>(null)
  const [isUnreachable, setUnreachable] = useState(false)
  const openFilm = () => {
    setUnreachable(false)
    loadForms().then(
      ({ BlockForm }) => setForm(() => BlockForm),
      () => setUnreachable(true),
    )
  }
  return (
    <>
      <PictureField
        title={PICTURE.lead}
        picture={picture}
        isReadOnly={isReadOnly}
        upload={upload}
        pick={pick}
        onRights={onRights}
        onChange={(next) => onChange({ picture: next })}
      >
        <Fault>{isUnreachable ? EDITOR_TEXTS.noForm : null}</Fault>
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
      </PictureField>
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
