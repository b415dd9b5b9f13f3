/** Requests a link to set a new password. The answer does not tell whether an account exists. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { isEmail, type FieldErrors } from '@lokalteil/domain/accounts/registration'
import { signOnTexts } from '../../messages/accounts/sign-on.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { EmailField } from './EmailField.tsx'
import { openDialog } from './frame.ts'
import { openCalls } from './open-client.ts'
import { FlowLink, SignOnForm } from './SignOnForm.tsx'
import css from './DialogFlow.module.css'

const texts = signOnTexts.forgot

function checkEmail({ email }: { email: string }): FieldErrors {
  return isEmail(email) ? {} : { email: 'INVALID_EMAIL' }
}

export function ForgotPasswordForm() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null) {
    return (
      <FlowAnswer icon="mail" heading={texts.sentHeading}>
        <p className={css.text}>{texts.sent(sentTo)}</p>
        <p className={css.text}>{texts.again}</p>
        <div className={css.actions}>
          <Button className={css.submit} onClick={() => openDialog('login')}>
            {texts.back}
          </Button>
        </div>
      </FlowAnswer>
    )
  }
  return (
    <>
      <p className={css.text}>{texts.intro}</p>
      <SignOnForm
        texts={texts}
        read={({ text }) => ({ email: text('email').trim() })}
        check={checkEmail}
        send={(input) => openCalls().forgotPassword(input)}
        onDone={(_answer, { email }) => setSentTo(email)}
        beside={<FlowLink onPress={() => openDialog('login')}>{texts.back}</FlowLink>}
      >
        {(field) => <EmailField {...field('email')} />}
      </SignOnForm>
    </>
  )
}

/** The message that replaces a completed form; announced because it gets the focus. */
export function FlowAnswer({ icon, heading, children }: { icon: IconName; heading: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={css.center}>
      <span className={css.sent}>
        <Icon name={icon} size="2.2rem" />
      </span>
      <h2 className={css.heading} ref={title} tabIndex={-1}>
        {heading}
      </h2>
      {children}
    </div>
  )
}
