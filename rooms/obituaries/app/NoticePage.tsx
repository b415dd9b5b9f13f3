/** A single notice: to read in large, print, and share. */
import type { Notice } from '../contract/notices.ts'
import { NOTICES_PATH, toBookPath, toNoticePath, toPersonPath } from '../domain/notice-paths.ts'
import { NoticeSheet } from './NoticeSheet.tsx'
import { noticeTexts } from './notice-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { usePortal } from '@lokalteil/web/app/page/portal'
import { ButtonLink } from '@lokalteil/web/app/ui/Button.tsx'
import { Breadcrumb } from '@lokalteil/web/app/pages/blocks/Breadcrumb.tsx'
import { toLoaded } from '@lokalteil/web/app/pages/lists/read-answer'
import { PersonActions } from './PersonPage.tsx'
import css from './NoticePages.module.css'

function NoticePage({ data: notice }: PageProps<'trauer/anzeige', Notice>) {
  const { person, kind, published, id } = notice
  const { publication } = usePortal()
  return (
    <div>
      <div className={`page ${css.single}`}>
        <div className={`${css.crumbs} no-print`}>
          <Breadcrumb
            entries={[
              { label: noticeTexts.listTitle, target: NOTICES_PATH },
              { label: person.name, target: toPersonPath(person.id) },
            ]}
          />
        </div>
        <h1 className="visually-hidden">{noticeTexts.noticeOf(kind, person.name)}</h1>
        <NoticeSheet notice={notice} isFirst />
        <p className={css.printLine}>
          {noticeTexts.kinds[kind]} · {publication.name} · {noticeTexts.published(published)}
        </p>
        <div className={`${css.singleActions} no-print`}>
          <ButtonLink href={toPersonPath(person.id)} variant="secondary">
            {noticeTexts.person.all(person.name)}
          </ButtonLink>
          <ButtonLink href={toBookPath(person.id)}>{noticeTexts.person.toBook}</ButtonLink>
          <PersonActions path={toNoticePath(id)} name={person.name} />
        </div>
      </div>
    </div>
  )
}

export const page = definePage('trauer/anzeige', {
  load: inRoom<'trauer/anzeige', Notice>('notices', async ({ notice }, context) =>
    toLoaded(await toRoomApi(context).ask('GET /api/notices/one/{notice}', { params: { notice } })),
  ),
  Page: NoticePage,
  title: ({ kind, person }) => ({ title: noticeTexts.noticeOf(kind, person.name) }),
  // The person's page has it as well, with all other notices.
  canonical: ({ person }) => toPersonPath(person.id),
})
