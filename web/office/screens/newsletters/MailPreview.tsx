/** The mail of an issue, as it would be sent now: in a frame without scripts, or as text. */
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ISSUE } from '../../messages/newsletters.ts'
import { useDesk } from '../../kit/office.tsx'
import { Choice, Dialog } from '../../kit/parts.tsx'
import { Failed, Loading } from '../../kit/screen.tsx'
import css from './newsletters.module.css'

const KINDS = ['html', 'narrow', 'text'] as const

export default function MailPreview({
  code,
  slug,
  id,
  onFlush,
  onClose,
}: {
  code: string
  slug: string
  id: string
  /** Saves open changes; returns the revision that is shown. */
  onFlush: () => Promise<number>
  onClose: () => void
}) {
  const ask = useDesk(code)
  const [kind, setKind] = useState<(typeof KINDS)[number]>('html')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [code, 'mail', slug, id],
    queryFn: async () => {
      const revision = await onFlush()
      return { revision, ...(await ask('previewIssue', { params: { slug, issue: id } })) }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog title={ISSUE.previewTitle} size="wide" onClose={onClose}>
      <div className={css.previewLine}>
        <p>
          {ISSUE.subject}: <strong>{data?.subject ?? '…'}</strong>
        </p>
        <Choice
          label={ISSUE.previewAs}
          isHidden
          value={kind}
          options={KINDS.map((one) => [one, ISSUE.previewKinds[one]] as const)}
          onChange={setKind}
        />
      </div>
      {isPending && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data && kind === 'text' && (
        <div className={css.text} role="region" tabIndex={0} aria-label={ISSUE.previewKinds.text}>
          <pre>{data.text}</pre>
        </div>
      )}
      {data && kind !== 'text' && (
        <iframe
          className={css.frame}
          data-kind={kind}
          src={`/redaktion/vorschau/newsletter/${code}/${slug}/${id}?stand=${data.revision}`}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          title={ISSUE.frame}
        />
      )}
    </Dialog>
  )
}
