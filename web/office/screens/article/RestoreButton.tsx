/** Brings a revision back as the draft. Nothing is lost by it, so there is no confirmation. */
import { useQueryClient } from '@tanstack/react-query'
import type { OfficeArticle } from '@lokalteil/contracts/office/values'
import { REVISIONS } from '../../messages/article.ts'
import { navigate } from '../../kit/navigation.ts'
import { useAct, useDesk } from '../../kit/office.tsx'
import { Button, Fault } from '../../kit/parts.tsx'
import { pathOf } from '../../kit/routes.ts'
import { announce } from '../../kit/screen.tsx'

export function RestoreButton({ code, id, number }: { code: string; id: string; number: number }) {
  const ask = useDesk(code)
  const queries = useQueryClient()
  const { run, isBusy, fault } = useAct()
  const restore = () =>
    void run(async () => {
      const restored = await ask('restoreRevision', { params: { id, number } })
      queries.setQueryData<OfficeArticle>([code, 'article', id], restored)
      announce(REVISIONS.restored(number))
      navigate(pathOf({ screen: 'article', code, id }))
    })
  return (
    <>
      <Button look="small" title={REVISIONS.restoreText} disabled={isBusy} onClick={restore}>
        {REVISIONS.restore(number)}
      </Button>
      <Fault>{fault}</Fault>
    </>
  )
}
