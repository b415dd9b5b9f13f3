/** The menu of "Teilen": the device's own dialog first, then messengers and networks as plain links. */
import { useId, useState, type FormEvent } from 'react'
import { useSession } from '../../browser/session/session.ts'
import { shareTexts as texts } from '../../messages/reading/share.ts'
import { Icon } from '../../ui/Icon.tsx'
import {
  keepMastodonServer,
  readMastodonServer,
  SHARE_TARGETS,
  toMailAddress,
  toMastodonAddress,
  toMastodonServer,
} from './share-targets.ts'
import css from './ShareList.module.css'

/** `giftOf`: id of a paid article, which Plus readers may give away. `menuId`: of the popover. */
type ShareListProps = { url: string; title: string; menuId: string; giftOf?: string | undefined }

export default function ShareList({ url, title, menuId, giftOf }: ShareListProps) {
  const isPlusUser = useSession(({ view }) => view.isPlusUser)
  const [copied, setCopied] = useState<'link' | 'signal' | null>(null)
  const [isAsking, setAsking] = useState(false)
  const shared = { url, title }
  const copy = async (by: 'link' | 'signal') => {
    await navigator.clipboard.writeText(url)
    setCopied(by)
    setTimeout(() => setCopied(null), 4000)
  }
  return (
    <>
      <ul className={css.list}>
        {typeof navigator.share === 'function' && (
          <li className={css.whole}>
            <button type="button" onClick={() => void navigator.share({ title, url }).catch(() => {})}>
              <Icon name="share" /> {texts.byDevice}
            </button>
          </li>
        )}
        {SHARE_TARGETS.map(({ name, icon, toAddress }) => (
          <li key={name}>
            <a href={toAddress(shared)} target="_blank" rel="noopener">
              <Icon name={icon} /> {name}
            </a>
          </li>
        ))}
        <li>
          <button type="button" aria-expanded={isAsking} onClick={() => setAsking(!isAsking)}>
            <Icon name="mastodon" /> Mastodon
          </button>
        </li>
        <li>
          {/* Signal has no share address, so the link is copied. */}
          <button type="button" onClick={() => void copy('signal')}>
            <Icon name="signal" /> Signal
          </button>
        </li>
        <li>
          <a href={toMailAddress(shared)}>
            <Icon name="mail" /> {texts.byMail}
          </a>
        </li>
        <li className={css.whole}>
          <button type="button" onClick={() => void copy('link')}>
            <Icon name={copied === 'link' ? 'check' : 'link'} />{' '}
            <span aria-live="polite">{copied === 'link' ? texts.linkCopied : texts.copyLink}</span>
          </button>
        </li>
        {giftOf !== undefined && isPlusUser && (
          <li className={css.whole}>
            <button
              type="button"
              popoverTarget={menuId}
              popoverTargetAction="hide"
              onClick={() =>
                void import('./GiftDialog.lazy.tsx').then(({ openGiftDialog }) =>
                  openGiftDialog({ articleId: giftOf, address: url, title }),
                )
              }
            >
              <Icon name="gift" /> {texts.give}
            </button>
          </li>
        )}
      </ul>
      {isAsking && (
        <MastodonForm onServer={(server) => open(toMastodonAddress(server, shared), '_blank', 'noopener')} />
      )}
      <p role="status" className={css.status}>
        {copied === 'signal' && texts.copiedForSignal}
      </p>
    </>
  )
}

/** Mastodon accounts are on different servers; the device remembers the reader's. */
function MastodonForm({ onServer }: { onServer: (server: string) => void }) {
  const id = useId()
  const [isWrong, setWrong] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')!
    const server = toMastodonServer(field.value)
    setWrong(server === null)
    if (server === null) return field.focus()
    keepMastodonServer(server)
    onServer(server)
  }
  return (
    <form className={css.server} onSubmit={submit} noValidate>
      <label htmlFor={id}>{texts.server}</label>
      <div>
        <input
          id={id}
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          placeholder="mastodon.social"
          defaultValue={readMastodonServer()}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}wrong` : undefined}
        />
        <button type="submit">{texts.toServer}</button>
      </div>
      {isWrong && (
        <p id={`${id}wrong`} role="alert">
          {texts.wrongServer}
        </p>
      )}
    </form>
  )
}
