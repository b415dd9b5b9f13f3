/** Behind a preview link: the page of a revision, for somebody without an account. The token stands behind the #, so that no log has it. */
import { useQuery } from '@tanstack/react-query'
import { OUTSIDE } from '../../messages/outside.ts'
import { Refusal } from '../../kit/client.ts'
import { shortMoment } from '../../kit/moments.ts'
import { useAddress } from '../../kit/navigation.ts'
import { useOffice } from '../../kit/office.tsx'
import { Notice } from '../../kit/parts.tsx'
import { Failed, Loading, ScreenTitle } from '../../kit/screen.tsx'
import css from './outside.module.css'

export default function Outside() {
  const office = useOffice()
  const token = useAddress().hash.slice(1)
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['outside', token],
    queryFn: () => office.ask('openPreviewLink', { body: { token } }),
    enabled: token !== '',
    staleTime: Infinity,
    retry: false,
  })
  const isGone = token === '' || (error instanceof Refusal && [400, 404].includes(error.status))
  return (
    <main className={css.outside}>
      <header className={css.strip}>
        <ScreenTitle title={data === undefined ? OUTSIDE.title : OUTSIDE.titleOf(data.title)} />
        {data && <p>{OUTSIDE.about(data.publication, shortMoment(data.savedAt), shortMoment(data.endsAt))}</p>}
      </header>
      {isGone && <Notice look="alert">{OUTSIDE.gone}</Notice>}
      {error !== null && !isGone && <Failed error={error} onRetry={() => void refetch()} />}
      {token !== '' && isPending && <Loading />}
      {data && <iframe className={css.page} src={data.page} sandbox="allow-same-origin" title={OUTSIDE.frame} />}
    </main>
  )
}
