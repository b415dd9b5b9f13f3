/** A single notice: to read in large, print, and share. */
import type { Obituary } from '../contract/obituaries.ts'
import { OBITUARIES_PATH, toBookPath, toObituaryPath, toPersonPath } from '../domain/obituary-paths.ts'
import { ObituarySheet } from './ObituarySheet.tsx'
import { obituaryTexts } from './obituary-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { usePortal } from '@lokalteil/web/app/page/portal'
import { ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Breadcrumb } from '@lokalteil/web/app/pages/blocks/Breadcrumb.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { PersonActions } from './PersonPage.tsx'
import css from './ObituaryPages.module.css'

function ObituaryPage({ data: notice }: PageProps<'trauer/anzeige', Obituary>) {
  const { person, kind, published, id } = notice
  const { publication } = usePortal()
  return (
    <div>
      <div className={`page ${css.single}`}>
        <div className={`${css.crumbs} no-print`}>
          <Breadcrumb
            entries={[
              { label: obituaryTexts.listTitle, target: OBITUARIES_PATH },
              { label: person.name, target: toPersonPath(person.id) },
            ]}
          />
        </div>
        <h1 className="visually-hidden">{obituaryTexts.obituaryOf(kind, person.name)}</h1>
        <ObituarySheet notice={notice} isFirst />
        <p className={css.printLine}>
          {obituaryTexts.kinds[kind]} · {publication.name} · {obituaryTexts.published(published)}
        </p>
        <div className={`${css.singleActions} no-print`}>
          <ButtonLink href={toPersonPath(person.id)} variant="secondary">
            {obituaryTexts.person.all(person.name)}
          </ButtonLink>
          <ButtonLink href={toBookPath(person.id)}>{obituaryTexts.person.toBook}</ButtonLink>
          <PersonActions path={toObituaryPath(id)} name={person.name} />
        </div>
      </div>
    </div>
  )
}

export const page = definePage('trauer/anzeige', {
  load: inRoom<'trauer/anzeige', Obituary>('notices', async ({ notice }, context) =>
    toLoaded(await toRoomApi(context).ask('GET /api/notices/one/{notice}', { params: { notice } })),
  ),
  Page: ObituaryPage,
  title: ({ kind, person }) => ({ title: obituaryTexts.obituaryOf(kind, person.name) }),
  // The person's page has it as well, with all other notices.
  canonical: ({ person }) => toPersonPath(person.id),
})
