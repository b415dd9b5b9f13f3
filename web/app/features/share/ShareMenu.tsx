/** Plain share addresses, no script of any network (S1-08). The shared address carries no token. */
import { useId, useState } from 'react'
import { usePortal } from '../../page/portal.ts'
import { useAfterPaint } from '../../browser/navigation/use-after-paint.ts'
import { useSession } from '../../browser/session/session.ts'
import { articleTexts } from '../../messages/reading/article.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import css from './ShareMenu.module.css'

const TARGETS: readonly { icon: IconName; name: string; address: (url: string, title: string) => string }[] = [
  { icon: 'whatsapp', name: 'WhatsApp', address: (url, title) => `https://wa.me/?text=${title}%20${url}` },
  { icon: 'facebook', name: 'Facebook', address: (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}` },
  { icon: 'x', name: 'X', address: (url, title) => `https://x.com/intent/post?url=${url}&text=${title}` },
  {
    icon: 'linkedin',
    name: 'LinkedIn',
    address: (url) => `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
  },
]

/** `giftOf`: id of a paid article, which plus readers may give away. */
export function ShareMenu({ path, title, giftOf }: { path: string; title: string; giftOf?: string }) {
  const { canonicalOrigin } = usePortal()
  const isPlusUser = useSession(({ view }) => view.isPlusUser)
  // Nobody has opened it yet, and it is a third of what stands above a text.
  const hasList = useAfterPaint()
  const menuId = useId()
  const [isCopied, setCopied] = useState(false)
  const address = canonicalOrigin + path
  const [url, text] = [encodeURIComponent(address), encodeURIComponent(title)]
  const copy = async () => {
    await navigator.clipboard.writeText(address)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <div className={css.share}>
      <button
        type="button"
        className={`${css.button} js-only`}
        popoverTarget={menuId}
        style={{ anchorName: '--share' } as never}
      >
        <Icon name="share" size="1.2em" />
        <span>{articleTexts.share}</span>
      </button>
      <div id={menuId} popover="auto" className={css.menu} role="group" aria-label={articleTexts.share}>
        {hasList && (
          <ul>
            {TARGETS.map((target) => (
              <li key={target.name}>
                <a href={target.address(url, text)} target="_blank" rel="noopener">
                  <Icon name={target.icon} /> {target.name}
                </a>
              </li>
            ))}
            <li>
              <a href={`mailto:?subject=${text}&body=${url}`}>
                <Icon name="mail" /> {articleTexts.byMail}
              </a>
            </li>
            <li>
              <button type="button" onClick={() => void copy()}>
                <Icon name={isCopied ? 'check' : 'link'} />{' '}
                <span aria-live="polite">{isCopied ? articleTexts.linkCopied : articleTexts.copyLink}</span>
              </button>
            </li>
            {giftOf !== undefined && isPlusUser && (
              <li>
                <button
                  type="button"
                  popoverTarget={menuId}
                  popoverTargetAction="hide"
                  onClick={() =>
                    void import('./GiftDialog.lazy.tsx').then(({ openGiftDialog }) =>
                      openGiftDialog({ articleId: giftOf, address, title }),
                    )
                  }
                >
                  <Icon name="gift" /> {articleTexts.give}
                </button>
              </li>
            )}
          </ul>
        )}
      </div>
    </div>
  )
}
