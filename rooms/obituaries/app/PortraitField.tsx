/** The portrait of a notice: uploaded once chosen, so that the preview shows it; can be removed or replaced. */
import { useState } from 'react'
import type { ReaderPicture } from '@lokalteil/contracts/content/reader-pictures'
import { PORTRAITS_PATH, toOwnPortraitPath } from '../domain/obituary-paths.ts'
import { shrinkChosen } from '@lokalteil/web/app/browser/shrink-picture'
import { obituaryTexts } from './obituary-texts.ts'
import { portalClient, toStatus } from '@lokalteil/web/app/page/portal-client'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { PictureField } from '@lokalteil/web/app/ui/PictureField.tsx'
import { Group } from './OrderFields.tsx'
import { toFailureText } from './use-own-state.ts'
import css from './OrderDesk.module.css'

const texts = obituaryTexts.ordering.portrait
/** Milliseconds, for slow mobile connections. */
const SENDING_MS = 120_000
export const PORTRAIT_ID = 'anzeige-portrait'

export function PortraitField({
  portrait,
  fault,
  onChange,
}: {
  portrait: ReaderPicture | null
  fault: string | undefined
  onChange: (portrait: ReaderPicture | null) => void
}) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | undefined>(undefined)

  async function onChoice(input: HTMLInputElement): Promise<void> {
    if (input.files === null || input.files.length === 0 || isSending) return
    setSending(true)
    setFailure(undefined)
    await shrinkChosen(input)
    const body = new FormData()
    body.append('bild', input.files[0]!)
    const answer = await portalClient.exchange<ReaderPicture>(PORTRAITS_PATH, {
      method: 'POST',
      body,
      credentials: 'same-origin',
      redirect: 'error',
      signal: AbortSignal.timeout(SENDING_MS),
    })
    input.value = ''
    setSending(false)
    if (answer.kind === 'ok') onChange(answer.data)
    else {
      const status = toStatus(answer)
      setFailure(
        status === 422 || status === 415 ? texts.noPicture : status === 413 ? texts.tooLarge : toFailureText(answer),
      )
    }
  }

  return (
    <Group title={texts.title}>
      {portrait !== null && (
        <div className={css.portrait}>
          {/* Decorative, because the preview has the text alternative. */}
          <img src={toOwnPortraitPath(portrait.id)} alt="" className={css.thumb} />
          <Button variant="secondary" onClick={() => onChange(null)}>
            {texts.remove}
          </Button>
        </div>
      )}
      <PictureField
        id={PORTRAIT_ID}
        label={portrait === null ? texts.choose : texts.chooseOther}
        hint={texts.hint}
        fault={failure ?? fault}
        onChoice={(input) => void onChoice(input)}
      />
      <p role="status" className={css.hint}>
        {isSending ? texts.sending : ''}
      </p>
    </Group>
  )
}
