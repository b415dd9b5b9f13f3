/** The social part of login and registration; hidden until the server has named a provider. */
import { useEffect, useRef, useState } from 'react'
import { signOnTexts, type SignOnRefusal } from '../../messages/accounts/sign-on.ts'
import { Button } from '../../ui/Button.tsx'
import { FormNotice } from '../../ui/FormNotice.tsx'
import { useAlive } from './DialogFlow.tsx'
import { FlowAnswer } from './ForgotPasswordForm.tsx'
import { finishLogin, openWays } from './frame.ts'
import { openCalls } from './open-client.ts'
import type { Providers } from './sign-on-client.ts'
import { AppleButton, GoogleButton, type SocialButtonProps } from './SocialButtons.tsx'
import flow from './DialogFlow.module.css'
import css from './SocialButtons.module.css'

const texts = signOnTexts.social

export function SocialSignIn({ onLinkMail }: { onLinkMail: () => void }) {
  const isAlive = useAlive()
  const [providers, setProviders] = useState<Providers | null>(null)
  const [refused, setRefused] = useState<SignOnRefusal | 'POPUP_BLOCKED' | null>(null)
  const notice = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isAlive) return
    void openCalls()
      .listProviders()
      .then((result) => result.kind === 'ok' && setProviders(result.data))
  }, [isAlive])
  useEffect(() => notice.current?.focus(), [refused])

  if (!providers?.google && !providers?.apple) return null
  const shared: Omit<SocialButtonProps, 'clientId'> = {
    calls: openCalls(),
    onLogin: (login) => finishLogin(login, openWays()),
    onLinkMail,
    onRefused: setRefused,
    // oxlint-disable-next-line no-console
    onError: (error) => console.error(error),
  }
  return (
    <div className={css.social}>
      <p className={css.or}>{texts.or}</p>
      {refused !== null && (
        <FormNotice
          ref={notice}
          title={refused === 'POPUP_BLOCKED' ? texts.popupBlocked : signOnTexts.refusal(refused)}
          isAlert
        />
      )}
      <GoogleButton {...shared} clientId={providers.google} />
      <AppleButton {...shared} clientId={providers.apple} />
    </div>
  )
}

/** Replaces the form: an account exists, and its owner decides by mail. */
export function LinkMailSent({ onBack }: { onBack: () => void }) {
  return (
    <FlowAnswer icon="mail" heading={texts.linkHeading}>
      <p className={flow.text}>{texts.linkMail}</p>
      <div className={flow.actions}>
        <Button className={flow.submit} onClick={onBack}>
          {signOnTexts.forgot.back}
        </Button>
      </div>
    </FlowAnswer>
  )
}
