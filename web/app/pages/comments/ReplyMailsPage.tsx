/** The unsubscribe page of mails about replies: one button, without a login and without scripts. */
import type { REPLY_MAILS_OFF } from '@lokalteil/contracts/portal'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { replyMailTexts as texts } from '../../messages/community/comments.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PageHead } from '../lists/PageHead.tsx'

type ReplyMails = { token: string; state: 'on' | 'off' | 'invalid' | 'unavailable' }

const OFF: typeof REPLY_MAILS_OFF = '/api/community/reply-mails/off'

function ReplyMailsPage({ data: { token, state } }: PageProps<'kommentare/abmelden', ReplyMails>) {
  return (
    <PageHead title={texts.title} description={texts[state]}>
      {state === 'on' ? (
        <form method="post" action={`${OFF}?${new URLSearchParams({ token, seite: '1' })}`}>
          <Button type="submit">{texts.button}</Button>
        </form>
      ) : (
        <p>
          <ButtonLink href="/deine-kommentare" variant="secondary">
            {texts.toOwn}
          </ButtonLink>
        </p>
      )}
    </PageHead>
  )
}

export const page = definePage('kommentare/abmelden', {
  async load(_route, { community, query }) {
    const token = query.get('token') ?? ''
    const state = community === undefined ? (token === '' ? 'invalid' : 'on') : await community.getReplyMails(token)
    return { kind: 'ok', data: { token, state } }
  },
  Page: ReplyMailsPage,
  title: () => ({ title: texts.title }),
})
