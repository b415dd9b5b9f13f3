/**
 * The sitemap at the end of every page, with the legal links and, if anything is sold, the contract buttons required by
 * law.
 */
import { memo } from 'react'
import type { MenuEntry } from '@lokalteil/contracts/content'
import { useMoment, useSurroundings } from '../../page/portal.ts'
import { Icon, MenuIcon } from '../../ui/Icon.tsx'
import { shellTexts } from '../../messages/display/shell.ts'
import { menuOf } from './Header.tsx'
import { Logo } from './Logo.tsx'
import css from './Footer.module.css'

/** Memoised, because it is the same on every page. */
export default memo(function Footer() {
  const { site, publication, app, stores, canonicalOrigin, hasNoOffers, hasSingleSales } = useSurroundings()
  const menu = (handle: keyof typeof site.menuHandles) => menuOf(site.menus, site.menuHandles[handle])
  return (
    <footer className={css.footer} id="sitemap">
      <div className={`page ${css.top}`}>
        <a href="/" className={css.logo} aria-label={`${publication.name}, ${shellTexts.home}`} data-logo>
          <Logo size="footer" />
        </a>
        <p className={css.claim}>{publication.claim}</p>
        {site.hasNoNewsletters !== true && (
          <a href="/newsletter-anmeldung" className={css.newsletter}>
            <Icon name="newsletter" /> {shellTexts.newsletterButton}
          </a>
        )}
      </div>
      <div className={`page ${css.columns}`}>
        <FooterMenu title={shellTexts.sections} entries={menu('mainMenuHandle')} />
        <FooterMenu title={shellTexts.services} entries={menu('siteServicesMenuHandle')} />
        <FooterMenu title={shellTexts.support} entries={menu('userSupportMenuHandle')} />
        <FooterMenu title={shellTexts.social} entries={menu('socialNetworksMenuHandle')} />
      </div>
      {!app.isNativeApp && (
        <div className={`page ${css.stores}`}>
          {stores && <span className={css.storesTitle}>{shellTexts.appStores}</span>}
          {stores?.apple && (
            <a href={stores.apple} target="_blank" rel="noopener" className={css.store}>
              <Icon name="apple" size="1.5em" /> {shellTexts.appStoreApple}
            </a>
          )}
          {stores?.google && (
            <a href={stores.google} target="_blank" rel="noopener" className={css.store}>
              <Icon name="google-play" size="1.5em" /> {shellTexts.appStoreGoogle}
            </a>
          )}
          <a
            href={`https://www.google.com/preferences/source?q=${new URL(canonicalOrigin).hostname.replace(/^www\./, '')}`}
            target="_blank"
            rel="noopener"
            className={css.source}
          >
            <Icon name="google" size="1.3em" /> {shellTexts.preferredSource}
          </a>
        </div>
      )}
      <div className={css.legal}>
        <nav className="page" aria-label={shellTexts.legal}>
          <ul className={css.legalLinks}>
            {menu('legalMenuHandle').map((entry) => (
              <li key={entry.target}>
                <a href={entry.target}>{entry.label}</a>
              </li>
            ))}
            <li>
              <a href="/datenschutz#einstellungen" data-consent-settings>
                {shellTexts.privacySettings}
              </a>
            </li>
            {hasNoOffers !== true && (
              <li>
                <a href="/kuendigen" className={css.contract}>
                  {shellTexts.cancelContract}
                </a>
              </li>
            )}
            {(hasNoOffers !== true || hasSingleSales) && (
              <li>
                <a href="/widerrufen" className={css.contract}>
                  {shellTexts.withdrawContract}
                </a>
              </li>
            )}
          </ul>
          <Copyright />
        </nav>
      </div>
    </footer>
  )
})

function Copyright() {
  const { publication } = useSurroundings()
  const { now } = useMoment()
  return (
    <p className={css.copyright}>
      {shellTexts.copyright(new Date(now).getUTCFullYear(), publication.name)}. {shellTexts.tdm}
    </p>
  )
}

/** Longer lists are set in columns. */
const TALLEST = 9

function FooterMenu({ title, entries }: { title: string; entries: readonly MenuEntry[] }) {
  if (entries.length === 0) return null
  return (
    <nav className={entries.length > TALLEST ? css.wide : undefined} aria-label={title}>
      <h2 className={css.title}>{title}</h2>
      <ul className={css.links}>
        {entries.map((entry) => (
          <li key={entry.target}>
            <a href={entry.target} {...(entry.target.startsWith('http') ? { target: '_blank', rel: 'noopener' } : {})}>
              <MenuIcon of={entry} size="1.1em" /> {entry.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
