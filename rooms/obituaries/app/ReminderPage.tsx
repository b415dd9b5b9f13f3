/**
 * The page of an anniversary mail's link: one button ends the reminder, without a login. Opening it changes nothing.
 */
import { END_PARAMETER, OBITUARIES_PATH, REMINDER_PATH } from '../domain/obituary-paths.ts'
import { obituaryTexts } from './obituary-texts.ts'
import { definePage } from '@lokalteil/web/app/page/define-page'
import { inRoom, toRoomApi } from '@lokalteil/web/app/page/rooms/in-room'
import type { PageProps } from '@lokalteil/web/app/page/page'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { PageHead } from '@lokalteil/web/app/pages/lists/PageHead.tsx'
import css from './ObituaryPages.module.css'

const texts = obituaryTexts.reminder
/** Null: no such reminder, or it has ended. */
export type ReminderData = { token: string; name: string } | null

function ReminderPage({ data }: PageProps<'trauer/erinnerung', ReminderData>) {
  return (
    <div>
      <PageHead
        title={data === null ? texts.ended : texts.pageTitle}
        breadcrumb={[{ label: obituaryTexts.listTitle, target: OBITUARIES_PATH }]}
        description={data === null ? texts.endedText : texts.pageText(data.name)}
      />
      {data !== null && (
        <form method="post" action={`/api/notices/reminders/end?token=${data.token}`} className={`page ${css.page}`}>
          <Button type="submit">{texts.end}</Button>
        </form>
      )}
    </div>
  )
}

export const page = definePage('trauer/erinnerung', {
  load: inRoom<'trauer/erinnerung', ReminderData>('notices', async (_route, context) => {
    const token = context.query.get(END_PARAMETER) ?? ''
    if (!/^[\w-]{20,60}$/.test(token)) return { kind: 'ok', data: null }
    const found = await toRoomApi(context).askOnServer('GET /internal/reminders/{token}', { params: { token } })
    if (found.ok) return { kind: 'ok', data: { token, name: found.data.person.name } }
    return found.status === 404 ? { kind: 'ok', data: null } : { kind: 'unavailable', status: found.status }
  }),
  Page: ReminderPage,
  title: () => ({ title: texts.pageTitle }),
  canonical: () => REMINDER_PATH,
})
