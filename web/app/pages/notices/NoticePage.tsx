/** A single notice: to read in large, print, and share. */
import type { Notice } from '@lokalteil/contracts/notices'
import { NOTICES_PATH, toBookPath, toNoticePath, toPersonPath } from '@lokalteil/domain/notices/notice-paths'
import { NoticeSheet } from '../../features/notices/NoticeSheet.tsx'
import { noticeTexts } from '../../messages/rooms/notices.ts'
import { definePage } from '../../page/define-page.ts'
import { inRoom, toRoomApi } from '../../page/rooms/in-room.ts'
import type { PageProps } from '../../page/page.ts'
import { usePortal } from '../../page/portal.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Breadcrumb } from '../blocks/Breadcrumb.tsx'
import { toLoaded } from '../lists/read-answer.ts'
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
    toLoaded(await toRoomApi(context).notices.getNotice(notice)),
  ),
  Page: NoticePage,
  title: ({ kind, person }) => ({ title: noticeTexts.noticeOf(kind, person.name) }),
  // The person's page has it as well, with all other notices.
  canonical: ({ person }) => toPersonPath(person.id),
})
