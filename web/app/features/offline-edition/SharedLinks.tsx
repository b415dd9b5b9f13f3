/** Links shared to the installed app (share target of the manifest): stored here, opened elsewhere. */
import { useEffect, useState } from 'react'
import { formatAge } from '@lokalteil/domain/german'
import { readShared, type SharedLink } from '@lokalteil/domain/reading/offline-edition'
import { offlineTexts } from '../../messages/reading/offline.ts'
import { Icon } from '../../ui/Icon.tsx'
import { keepLink, readLinks, removeLink } from './edition-record.ts'
import css from './OfflineEdition.module.css'

export function SharedLinks() {
  const [links, setLinks] = useState<readonly SharedLink[]>([])
  const [said, setSaid] = useState('')
  useEffect(() => {
    setSaid(takeShared())
    setLinks(readLinks())
  }, [])
  if (links.length === 0 && said === '') return null
  return (
    <section className={css.kept} aria-labelledby="shared-links">
      <h2 id="shared-links" className={css.heading}>
        {offlineTexts.links}
      </h2>
      <p role="status" className={css.said}>
        {said}
      </p>
      <p className={css.note}>{offlineTexts.linksHint}</p>
      <ul className={css.articles}>
        {links.map(({ url, title, at }) => {
          const address = new URL(url)
          const isOwn = address.origin === location.origin
          return (
            <li key={url} className={css.article}>
              <div>
                <h3 className={css.title}>
                  <a href={url} {...(isOwn ? {} : { target: '_blank', rel: 'noopener noreferrer' })}>
                    {title || `${address.host}${address.pathname}`}
                  </a>
                </h3>
                <p className={css.meta}>
                  {address.host} · {formatAge(new Date(at), new Date())}
                </p>
              </div>
              <button
                type="button"
                className={css.remove}
                aria-label={offlineTexts.removeLink(title || url)}
                onClick={() => {
                  removeLink(url)
                  setLinks(readLinks())
                }}
              >
                <Icon name="close" size="1.1em" />
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Takes the shared link out of the address once, so that a reload does not restore a removed one. */
function takeShared(): string {
  const query = new URLSearchParams(location.search)
  if (!['url', 'text', 'title'].some((name) => query.has(name))) return ''
  const take = (name: string) => query.get(name)?.slice(0, 4000) ?? ''
  const shared = readShared({ url: take('url'), text: take('text'), title: take('title') })
  history.replaceState(history.state, '', location.pathname)
  if (shared === null || !keepLink({ ...shared, at: Date.now() })) return offlineTexts.linkUnread
  return offlineTexts.linkSaved
}
