/**
 * The buttons of the two providers, in the heights of specification 9, and their progress. A button exists only if the
 * server names a client id. Google's third-party script is loaded by a click on our button, and then shows a button of
 * its own.
 */
import { useEffect, useRef, useState } from 'react'
import type { SocialProvider } from '@lokalteil/contracts/accounts'
import type { LoginAnswer } from '@lokalteil/contracts/portal'
import { markLoginProgress, resetLogin } from './login-progress.ts'
import { signOnTexts, type SignOnRefusal } from '../../messages/accounts/sign-on.ts'
import { Icon } from '../../ui/Icon.tsx'
import {
  loadTokenProvider,
  prepareTokenSignIn,
  signInWithPopup,
  SOCIAL_HEIGHTS,
  type Popup,
  type SocialOutcome,
  type SocialResult,
  type SocialSize,
} from './social-sign-in.ts'
import type { SignOnClient } from './sign-on-client.ts'
import css from './SocialButtons.module.css'

const texts = signOnTexts.social

type SocialLogin = Pick<LoginAnswer, 'userState' | 'missingFields'>

export type SocialButtonProps = {
  /** Empty: no button (R5-17). */
  clientId: string | null
  size?: SocialSize
  calls: Pick<SignOnClient, 'startSocial' | 'googleLogin'>
  onLogin: (login: SocialLogin) => void
  onLinkMail: () => void
  onRefused: (reason: SignOnRefusal | 'POPUP_BLOCKED' | null) => void
  /** Called when a provider returned without a credential. */
  onError?: (error: Error) => void
}

export function GoogleButton({ clientId, size = 'large', ...props }: SocialButtonProps) {
  const [step, setStep] = useState<'idle' | 'loading' | 'ready' | 'busy'>('idle')
  const place = useRef<HTMLDivElement>(null)
  if (!clientId?.trim()) return null

  function fail(reason: SignOnRefusal): void {
    place.current?.replaceChildren()
    setStep('idle')
    props.onRefused(reason)
  }

  async function take(result: SocialResult): Promise<void> {
    if (result.kind === 'failed') {
      props.onError?.(result.error)
      resetLogin()
      return fail('SOCIAL_LOGIN_FAILED')
    }
    setStep('busy')
    const end = markLoginProgress()
    const answer = await props.calls.googleLogin(result.credential)
    end()
    if (answer.kind !== 'ok') {
      resetLogin()
      return fail(answer.kind === 'refused' ? answer.reason : 'SOCIAL_LOGIN_FAILED')
    }
    if (answer.data.kind === 'login') props.onLogin(answer.data)
    else props.onLinkMail()
  }

  async function press(): Promise<void> {
    if (step !== 'idle' || place.current === null) return
    setStep('loading')
    props.onRefused(null)
    const { current } = place
    const prepared = await prepareTokenSignIn({
      start: () => props.calls.startSocial('google'),
      loadScript: loadTokenProvider,
      place: current,
      size,
      // The provider's button allows widths from 200 to 400.
      width: Math.min(400, Math.max(200, Math.floor(current.getBoundingClientRect().width))),
      onResult: (result) => void take(result),
    })
    if (prepared.kind !== 'ok') return fail(prepared.kind === 'refused' ? prepared.reason : 'SOCIAL_LOGIN_FAILED')
    setStep('ready')
    current.querySelector<HTMLElement>('button, [role="button"], iframe')?.focus()
  }

  const status = { idle: '', loading: texts.googleLoading, ready: texts.googleReady, busy: texts.googleBusy }[step]
  return (
    <div className={css.provider}>
      {(step === 'idle' || step === 'loading') && (
        <ProviderButton provider="google" size={size} isBusy={step === 'loading'} onPress={press} />
      )}
      <div
        ref={place}
        className={css.place}
        data-provider="google"
        data-step={step}
        style={step === 'ready' || step === 'busy' ? { minHeight: SOCIAL_HEIGHTS[size] } : undefined}
      />
      <ProviderNote provider="google" status={status} note={texts.googleNote} />
    </div>
  )
}

export function AppleButton({ clientId, size = 'large', ...props }: SocialButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const popup = useRef<Window | null>(null)
  useEffect(() => () => popup.current?.close(), [])
  if (!clientId?.trim()) return null

  async function press(): Promise<void> {
    // Another click focuses the open window.
    if (isBusy) return popup.current?.focus()
    setBusy(true)
    props.onRefused(null)
    const end = markLoginProgress()
    const outcome = await signInWithPopup({
      open: () => (popup.current = openPopup()) as Popup | null,
      start: () => props.calls.startSocial('apple'),
      listen(listener) {
        window.addEventListener('message', listener)
        return () => window.removeEventListener('message', listener)
      },
      origin: location.origin,
    })
    popup.current = null
    end()
    setBusy(false)
    show(outcome)
  }

  function show(outcome: SocialOutcome): void {
    switch (outcome.kind) {
      case 'login':
        return props.onLogin(outcome)
      case 'link-mail-sent':
        return props.onLinkMail()
      case 'blocked':
        return props.onRefused('POPUP_BLOCKED')
      case 'refused':
        if (outcome.reason === 'SOCIAL_LOGIN_FAILED') props.onError?.(new Error('Social sign-in without a credential'))
        return props.onRefused(outcome.reason)
      case 'closed':
    }
  }

  return (
    <div className={css.provider}>
      <ProviderButton provider="apple" size={size} isBusy={isBusy} onPress={press} />
      <ProviderNote provider="apple" status={isBusy ? texts.appleBusy : ''} note={texts.appleNote} />
    </div>
  )
}

function ProviderButton({
  provider,
  size,
  isBusy,
  onPress,
}: {
  provider: SocialProvider
  size: SocialSize
  isBusy: boolean
  onPress: () => Promise<void>
}) {
  return (
    <button
      type="button"
      className={css.button}
      data-provider={provider}
      data-size={size}
      style={{ height: SOCIAL_HEIGHTS[size] }}
      aria-disabled={isBusy || undefined}
      aria-describedby={`social-${provider}-note`}
      onClick={() => void onPress()}
    >
      <Icon name={provider} size="1.3em" /> {texts[provider]}
    </button>
  )
}

function ProviderNote({ provider, status, note }: { provider: SocialProvider; status: string; note: string }) {
  return (
    <p id={`social-${provider}-note`} className={css.note}>
      <span role="status">{status}</span>
      {status === '' && note}
    </p>
  )
}

const POPUP_SIZE = { width: 480, height: 680 }

/**
 * Opens an empty window inside the click, because the address is known later. No `document.write`, which would cut off
 * its opener.
 */
function openPopup(): Window | null {
  const { width, height } = POPUP_SIZE
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2)
  const popup = window.open(
    '',
    '_blank',
    `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`,
  )
  if (popup === null) return null
  popup.document.title = texts.apple
  popup.document.body.textContent = signOnTexts.wait
  return popup
}
