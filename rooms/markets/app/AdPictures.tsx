/**
 * Pictures of an advertisement: uploaded ones with a description, and a field for more. Without scripts a button
 * uploads them; with scripts they are shrunk and uploaded once chosen, and the page returns to this position.
 */
import { useRef, useState } from 'react'
import { AD_PICTURES, MOST_ALT_TEXT } from '../domain/ad.ts'
import { toOrderPath } from '../domain/market-paths.ts'
import { FORM_ACTIONS, toOwnPicturePath, type AdData } from './market-forms.ts'
import { shrinkChosen } from '@lokalteil/web/app/browser/shrink-picture'
import { adTexts as texts } from './ad-texts.ts'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { TextField } from '@lokalteil/web/app/ui/Field.tsx'
import { PictureField } from '@lokalteil/web/app/ui/PictureField.tsx'
import css from './AdForm.module.css'

const words = texts.pictures

export function AdPictures({ data: { kind, values }, fault }: { data: AdData; fault: string | undefined }) {
  const [isSending, setSending] = useState(false)
  const send = useRef<HTMLButtonElement>(null)
  const { pictures } = values
  const isFull = pictures.length >= AD_PICTURES[kind]

  async function onChoice(input: HTMLInputElement): Promise<void> {
    if (input.files === null || input.files.length === 0 || isSending) return
    setSending(true)
    await shrinkChosen(input)
    // Submits as if the button had been clicked, with its address and value.
    if (send.current !== null) input.form?.requestSubmit(send.current)
  }

  return (
    <>
      {pictures.length > 0 && (
        <ul className={css.pictures}>
          {pictures.map(({ id, alt }, index) => (
            <li key={id} className={css.picture} data-kind={kind}>
              <input type="hidden" name="bild" value={id} />
              <img src={toOwnPicturePath(id)} alt={alt === '' ? words.nth(index + 1) : alt} className={css.thumb} />
              <div className={css.pictureFields}>
                <TextField
                  id={`ad-bildtext-${index}`}
                  name="bildtext"
                  label={kind === 'job' ? words.logoText : words.text(index + 1)}
                  defaultValue={alt}
                  maxLength={MOST_ALT_TEXT}
                  autoComplete="off"
                />
                <div className={css.boxes}>
                  {kind === 'home' && pictures.length > 1 && (
                    <label className={css.check}>
                      <input type="radio" name="titelbild" value={id} defaultChecked={index === 0} />
                      {words.first}
                      <span className="visually-hidden"> {words.nth(index + 1)}</span>
                    </label>
                  )}
                  <label className={css.check}>
                    <input type="checkbox" name="ohne" value={id} />
                    {words.remove}
                    <span className="visually-hidden"> {words.nth(index + 1)}</span>
                  </label>
                </div>
              </div>
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <PictureField
          id="ad-bilder"
          name="bilder"
          label={words.choose[kind]}
          hint={words.hints[kind]}
          fault={fault}
          isMany={kind === 'home'}
          onChoice={(input) => void onChoice(input)}
        />
      )}
      {isFull && fault !== undefined && <p className={css.hint}>{fault}</p>}
      <p role="status" className={isSending ? css.hint : 'visually-hidden'}>
        {isSending ? words.sending : ''}
      </p>
      {(!isFull || pictures.length > 0) && (
        <div>
          <Button
            ref={send}
            type="submit"
            variant="secondary"
            name="aktion"
            value={FORM_ACTIONS.pictures}
            formAction={`${toOrderPath(kind)}#ad-bilder-teil`}
            aria-disabled={isSending || undefined}
          >
            {isFull ? words.update : words.send[kind]}
          </Button>
        </div>
      )}
    </>
  )
}
