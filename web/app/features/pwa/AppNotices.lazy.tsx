/** Notices of the installable app in the corner of the page: offer to install, new version, no connection. */
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { OfflineApp } from '../../browser/offline/service-worker.ts'
import { pwaTexts } from '../../messages/display/pwa.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import css from './AppNotices.module.css'
import { decideInstallOffer, readLastOffer, rememberOffer } from './install-offer.ts'

type AppNoticesProps = { app: OfflineApp; siteName: string; emblem: string; isNativeApp: boolean }

export function AppNotices({ app, siteName, emblem, isNativeApp }: AppNoticesProps) {
  const { canInstall, isInstalled, needsRefresh } = useSyncExternalStore(app.subscribe, app.get)
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  const isAsked = useSyncExternalStore(subscribeToQuestion, () => 'consentAsked' in document.documentElement.dataset)
  const [isOffered, setOffered] = useState(false)
  const [isPutOff, setPutOff] = useState(false)
  const [hasErrorPage, setErrorPage] = useState(false)

  useEffect(() => {
    const now = Date.now()
    if (
      decideInstallOffer({ canInstall, isInstalled, isNativeApp, isAsked, lastOffer: readLastOffer(), now }) &&
      rememberOffer(now)
    )
      setOffered(true)
  }, [canInstall, isInstalled, isNativeApp, isAsked])
  // The error page itself reports a lost connection.
  useEffect(() => setErrorPage(document.documentElement.dataset.route === 'error'), [isOnline])

  if (needsRefresh && isOnline && !isPutOff) {
    return (
      <Notice icon="arrow-up" title={pwaTexts.refreshTitle} text={pwaTexts.refreshText}>
        <Button onClick={app.refresh}>{pwaTexts.refresh}</Button>
        <Button variant="quiet" onClick={() => setPutOff(true)}>
          {pwaTexts.later}
        </Button>
      </Notice>
    )
  }
  if (!isOnline) return hasErrorPage ? null : <Notice icon="offline" text={pwaTexts.offlineNotice} />
  if (!isOffered || !canInstall || isAsked) return null
  return (
    <Notice emblem={emblem} title={pwaTexts.installTitle} text={pwaTexts.installText(siteName)}>
      <Button onClick={() => void app.install()}>{pwaTexts.install}</Button>
      <Button variant="quiet" onClick={() => setOffered(false)}>
        {pwaTexts.notNow}
      </Button>
    </Notice>
  )
}

type NoticeProps = { icon?: IconName; emblem?: string; title?: string; text: string; children?: ReactNode }

function Notice({ icon, emblem, title, text, children }: NoticeProps) {
  return (
    <section className={css.notice} aria-label={title ?? pwaTexts.label} data-notice={icon ?? 'install'}>
      {emblem !== undefined && <img src={emblem} alt="" width="44" height="44" className={css.emblem} />}
      {icon !== undefined && <Icon name={icon} size="1.5em" />}
      <div className={css.words} role="status">
        {title !== undefined && <p className={css.title}>{title}</p>}
        <p>{text}</p>
      </div>
      {children !== undefined && <div className={css.actions}>{children}</div>}
    </section>
  )
}

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function subscribeToQuestion(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-consent-asked'] })
  return () => observer.disconnect()
}
