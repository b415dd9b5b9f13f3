/** Links to a preview for people without an account: who made them, which revision they show, when they end. */
import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PREVIEW_LINKS, REVISIONS } from '../../messages/article.ts'
import { SHELL } from '../../messages/shell.ts'
import { Copyable } from '../../kit/Copyable.tsx'
import { shortMoment } from '../../kit/moments.ts'
import { mayDoIn, useAct, useDesk, useMe } from '../../kit/office.tsx'
import { Button, Dialog, Ends, Fault, Row } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { announce, Failed, Loading } from '../../kit/screen.tsx'
import css from './article.module.css'

export type PreviewLinksProps = {
  code: string
  id: string
  sectionPath: string
  /** The revision that a new link shows. */
  toRevision: () => Promise<number>
}

export default function PreviewLinkList({ code, id, sectionPath, toRevision }: PreviewLinksProps) {
  const ask = useDesk(code)
  const me = useMe()
  const queries = useQueryClient()
  const [made, setMade] = useState<string | null>(null)
  const { run, isBusy, fault } = useAct()
  const queryKey = [code, 'preview-links', id]
  const { data, error, isLoading, refetch } = useQuery({
    queryKey,
    queryFn: () => ask('listPreviewLinks', { params: { id } }),
  })
  const mayLink = mayDoIn(me, 'createPreviewLink', code, sectionPath)
  const act = (work: () => Promise<void>) =>
    void run(async () => {
      await work()
      await queries.invalidateQueries({ queryKey })
    })
  const create = async () => {
    const { path } = await ask('createPreviewLink', { params: { id }, body: { revision: await toRevision() } })
    setMade(location.origin + path)
  }
  const revoke = async (link: string) => {
    await ask('revokePreviewLink', { params: { id, link } })
    announce(PREVIEW_LINKS.revoked)
  }
  return (
    <>
      <p className={css.soft}>{PREVIEW_LINKS.intro}</p>
      {isLoading && <Loading />}
      {error !== null && data === undefined && <Failed error={error} onRetry={() => void refetch()} />}
      {data?.links.length === 0 && <p className={css.soft}>{PREVIEW_LINKS.none}</p>}
      <ul className={css.revisions}>
        {data?.links.map(({ id: link, revision, by, at, endsAt }) => (
          <li key={link}>
            <a href={pathOf({ screen: 'revision', code, id, number: revision })}>{REVISIONS.name(revision)}</a>{' '}
            <span className={css.soft}>{PREVIEW_LINKS.of(by.name, shortMoment(at), shortMoment(endsAt))}</span>{' '}
            {mayLink && (
              <Button
                look="small"
                disabled={isBusy}
                aria-label={PREVIEW_LINKS.revokeNamed(revision, shortMoment(at))}
                onClick={() => act(() => revoke(link))}
              >
                {PREVIEW_LINKS.revoke}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Fault>{fault}</Fault>
      {mayLink && (
        <Row>
          <Button look="small" disabled={isBusy} onClick={() => act(create)}>
            {PREVIEW_LINKS.create}
          </Button>
        </Row>
      )}
      {made !== null && (
        <Dialog title={PREVIEW_LINKS.madeTitle} onClose={() => setMade(null)}>
          <p>{PREVIEW_LINKS.made}</p>
          <Copyable text={made} />
          <Ends>
            <Button look="main" onClick={() => setMade(null)}>
              {SHELL.close}
            </Button>
          </Ends>
        </Dialog>
      )}
    </>
  )
}
