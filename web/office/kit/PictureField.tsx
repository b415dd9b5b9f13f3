/** A picture with its texts and the point that every crop keeps: uploaded, dropped, or from the library. */
import { useId, useRef, type ReactNode } from 'react'
import type { Picture } from '@lokalteil/contracts/content/pictures'
import { PICTURE } from '../messages/article.ts'
import { PICKER } from '../messages/media.ts'
import { useDrop } from './drop.ts'
import { FocusPoint } from './FocusPoint.tsx'
import { useAct } from './office.tsx'
import { Area, Button, Fault, Field, Row } from './parts.tsx'
import css from './PictureField.module.css'

export function PictureField({
  title,
  picture,
  isReadOnly = false,
  creditFault,
  upload,
  pick,
  onRights,
  onChange,
  children,
}: {
  title: string
  picture: Picture | null
  isReadOnly?: boolean
  creditFault?: string | null
  upload: (file: File) => Promise<Picture>
  /** From the library; null: none was chosen. */
  pick: () => Promise<Picture | null>
  /** Opens the picture in the library; absent: no button does. */
  onRights?: (picture: Picture) => void
  onChange: (picture: Picture | null) => void
  /** Below the title. */
  children?: ReactNode
}) {
  const { run, isBusy, fault } = useAct()
  const file = useRef<HTMLInputElement>(null)
  const id = useId()
  const takeFile = (chosen: File | undefined) => {
    if (chosen !== undefined && !isReadOnly) void run(async () => onChange(await upload(chosen)))
  }
  const place = useRef<HTMLDivElement>(null)
  const isOver = useDrop(place, ([first]) => takeFile(first))
  const pickPicture = async () => {
    const picked = await pick()
    if (picked !== null) onChange(picked)
  }
  const fromMedia = (
    <Button look="small" disabled={isBusy} onClick={() => void pickPicture()}>
      {PICKER.open}
    </Button>
  )
  const change = (part: Partial<Picture>) => {
    if (picture !== null) onChange({ ...picture, ...part })
  }
  return (
    <div ref={place} role="group" className={css.picture} aria-labelledby={id} data-over={isOver || undefined}>
      <h2 id={id} className={css.title}>
        {title}
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
      {children}
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
            <Field
              label={PICTURE.credit}
              required
              fault={creditFault}
              value={picture.credit}
              onChange={(credit) => change({ credit })}
            />
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
                {onRights && (
                  <Button look="small" onClick={() => onRights(picture)}>
                    {PICKER.rights}
                  </Button>
                )}
                {picture.focus !== undefined && (
                  <Button look="small" onClick={() => change({ focus: undefined })}>
                    {PICTURE.focus}: {PICTURE.focusAuto}
                  </Button>
                )}
                <Button look="small" onClick={() => onChange(null)}>
                  {PICTURE.remove}
                </Button>
              </Row>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
