/** The real page with the draft, in a frame: as a reader without account or with a subscription, wide or narrow. */
import { useCallback, useEffect, useState } from 'react'
import type { ArticleDraft } from '@lokalteil/contracts/content/records'
import { PREVIEW } from '../../messages/article.ts'
import { useAct, useDesk } from '../../kit/office.tsx'
import { Button, Dialog, Fault } from '../../kit/parts.tsx'
import css from './article.module.css'

const READERS = ['anonymous', 'subscriber'] as const
const DEVICES = ['desktop', 'mobile'] as const
/** One press each, not a choice of the device and one of the reader. */
const VIEWS = DEVICES.flatMap((device) => READERS.map((reader) => ({ device, reader })))

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
  const ask = useDesk(code)
  const [reader, setReader] = useState<(typeof READERS)[number]>('anonymous')
  const [device, setDevice] = useState<(typeof DEVICES)[number]>('desktop')
  const [url, setUrl] = useState<string | null>(null)
  const { run, isBusy, fault } = useAct()
  const load = useCallback(
    (as: { reader: (typeof READERS)[number]; device: (typeof DEVICES)[number] }) =>
      void run(async () => {
        const answer = await ask('makePreview', { body: { id, draft: readDraft(), ...as } })
        setUrl(answer.url)
      }),
    // The draft is read when the preview is made, not followed.
    // oxlint-disable-next-line react/exhaustive-deps
    [ask, id, run],
  )
  useEffect(() => load({ reader, device }), [load, reader, device])
  return (
    <Dialog title={PREVIEW.title} size="wide" onClose={onClose}>
      <div className={css.previewLine} role="group" aria-label={PREVIEW.view}>
        {VIEWS.map((view) => (
          <Button
            key={`${view.device} ${view.reader}`}
            look={view.device === device && view.reader === reader ? 'main' : undefined}
            aria-pressed={view.device === device && view.reader === reader}
            onClick={() => {
              setDevice(view.device)
              setReader(view.reader)
            }}
          >
            {PREVIEW.devices[view.device]}, {PREVIEW.readers[view.reader]}
          </Button>
        ))}
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
