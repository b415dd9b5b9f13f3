/** The real page with the draft, in a frame: as a reader without account or with a subscription, wide or narrow. */
import { useCallback, useEffect, useState } from 'react'
import type { ArticleDraft } from '@lokalteil/contracts/content/records'
import { PREVIEW } from '../../messages/article.ts'
import { useAct, useOffice } from '../../kit/office.tsx'
import { Button, Choice, Dialog, Fault } from '../../kit/parts.tsx'
import css from './article.module.css'

const READERS = ['anonymous', 'subscriber'] as const
const DEVICES = ['desktop', 'mobile'] as const

export default function Preview({
  code,
  id,
  readDraft,
  onClose,
}: {
  code: string
  id: string
  readDraft: () => ArticleDraft
  onClose: () => void
}) {
  const office = useOffice()
  const [reader, setReader] = useState<(typeof READERS)[number]>('anonymous')
  const [device, setDevice] = useState<(typeof DEVICES)[number]>('desktop')
  const [url, setUrl] = useState<string | null>(null)
  const { run, isBusy, fault } = useAct()
  const load = useCallback(
    (as: { reader: string; device: string }) =>
      void run(async () => {
        const answer = await office.post<{ url: string }>(code, '/preview', { id, draft: readDraft(), ...as })
        setUrl(answer.url)
      }),
    // The draft is read when the preview is made, not followed.
    // oxlint-disable-next-line react/exhaustive-deps
    [office, code, id, run],
  )
  useEffect(() => load({ reader, device }), [load, reader, device])
  return (
    <Dialog title={PREVIEW.title} size="wide" onClose={onClose}>
      <div className={css.previewLine}>
        <Choice
          label={PREVIEW.reader}
          value={reader}
          options={READERS.map((one) => [one, PREVIEW.readers[one]] as const)}
          onChange={setReader}
        />
        <Choice
          label={PREVIEW.device}
          value={device}
          options={DEVICES.map((one) => [one, PREVIEW.devices[one]] as const)}
          onChange={setDevice}
        />
        <Button disabled={isBusy} onClick={() => load({ reader, device })}>
          {PREVIEW.again}
        </Button>
      </div>
      <Fault>{fault}</Fault>
      {url !== null && (
        <iframe
          className={css.frame}
          data-device={device}
          src={url}
          sandbox="allow-same-origin"
          title={PREVIEW.frame}
        />
      )}
    </Dialog>
  )
}
