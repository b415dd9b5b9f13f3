/** Shown instead of the comment form while the reader cannot write: log in, confirm the address, choose a name. */
import { useId, useState, type FormEvent } from 'react'
import type { Member } from '@lokalteil/contracts/community'
import { DISPLAY_NAME_MAX } from '@lokalteil/domain/community/discussion'
import { session } from '../../browser/session/session.ts'
import { commentTexts as texts } from '../../messages/community/comments.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { commentCalls } from './comments-client.ts'
import type { Standing } from './use-member.ts'
import css from './Comments.module.css'

export function StandingPanel({
  standing,
  loginText,
  onMember,
}: {
  standing: Exclude<Standing, { kind: 'member' }>
  loginText: string
  onMember: (member: Member) => void
}) {
  switch (standing.kind) {
    // Placeholder until the session is known, as high as the panel most readers get, so that the comments below do not
    // move.
    case 'unknown':
      return (
        <div className={css.reserved} aria-hidden="true">
          <LoginPanel text={loginText} />
        </div>
      )
    case 'anonymous':
      return <LoginPanel text={loginText} />
    case 'failed':
      return (
        <Panel icon="alert" text={texts.memberFailed}>
          <Button variant="secondary" onClick={standing.retry}>
            {texts.retry}
          </Button>
        </Panel>
      )
    case 'unconfirmed':
      return (
        <Panel icon="mail" text={texts.unconfirmed}>
          <ButtonLink href="/account" variant="secondary">
            {texts.toAccount}
          </ButtonLink>
        </Panel>
      )
    case 'banned':
      return <Panel icon="lock" text={texts.banned(standing.until)} />
    case 'nameless':
      return (
        <div className={css.panel} data-form="">
          <NameForm onMember={onMember} />
        </div>
      )
  }
}

function LoginPanel({ text }: { text: string }) {
  return (
    <Panel icon="message" text={text}>
      <ButtonLink href="#login" onClick={() => void session.openLogin(location.pathname).catch(() => {})}>
        {texts.login}
      </ButtonLink>
    </Panel>
  )
}

export function Panel({ icon, text, children }: { icon: IconName; text: string; children?: React.ReactNode }) {
  return (
    <div className={css.panel}>
      <Icon name={icon} size="1.6rem" />
      <p>{text}</p>
      {children}
    </div>
  )
}

/** Asks for the name: before the first comment, and in the account to change it. */
export function NameForm({ initial = '', onMember }: { initial?: string; onMember: (member: Member) => void }) {
  const id = useId()
  const [fault, setFault] = useState<string | undefined>()
  const [isSending, setSending] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const typed = new FormData(event.currentTarget).get('name')
    setSending(true)
    const saved = await commentCalls.saveMember({ name: typeof typed === 'string' ? typed : '' })
    setSending(false)
    if (saved.kind === 'ok') onMember(saved.data)
    else setFault(texts.nameRefusal(saved.code))
  }
  return (
    <form className={css.nameForm} onSubmit={(event) => void submit(event)} noValidate>
      {initial === '' && <p className={css.panelTitle}>{texts.nameTitle}</p>}
      <TextField
        id={id}
        name="name"
        label={texts.nameLabel}
        hint={texts.nameHint}
        fault={fault}
        defaultValue={initial}
        maxLength={DISPLAY_NAME_MAX}
        autoComplete="nickname"
        onChange={() => setFault(undefined)}
      />
      <Button type="submit" aria-disabled={isSending || undefined}>
        {texts.saveName}
      </Button>
    </form>
  )
}
