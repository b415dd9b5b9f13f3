/** Begins an article and opens it. */
import { navigate } from './navigation.ts'
import { useAct, useDesk } from './office.tsx'
import { pathOf } from './routes.ts'

export function useNewArticle(code: string) {
  const ask = useDesk(code)
  const { run, isBusy, fault } = useAct()
  const begin = () =>
    void run(async () => {
      const { id } = await ask('createArticle', { body: {} })
      navigate(pathOf({ screen: 'article', code, id }))
    })
  return { begin, isBusy, fault }
}
