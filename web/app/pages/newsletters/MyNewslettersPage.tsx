/** The reader's own newsletters (S2.1-13): a switch for each of the catalogue. */
import { useEffect, useRef, useState } from 'react'
import type { Newsletter } from '@lokalteil/contracts/content'
import type { NewslettersView } from '@lokalteil/contracts/portal'
import type { Read } from '../../page/content-api.ts'
import { toNewsletterApi, type NewsletterChange } from '../../page/newsletter-api.ts'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { session, useSession } from '../../browser/session/session.ts'
import { inPersonalArea } from '../../features/account/PersonalNav.tsx'
import { SubscriptionSwitch, toOutcome, type SubscriptionState } from '../../features/newsletter/SubscriptionSwitch.tsx'
import { newsletterTexts } from '../../messages/reading/newsletters.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import { EmptyState, ListLayout } from '../lists/TeaserList.tsx'
import { SquarePicture } from '../lists/SquarePicture.tsx'
import { NewsletterFacts } from './NewsletterFacts.tsx'
import { toNewsletterPath } from './newsletter-path.ts'
import css from './MyNewslettersPage.module.css'

type Name = '__mein-portal-auth-newsletters'

export type MyNewsletters = {
  newsletters: readonly Newsletter[]
  view: { kind: 'ready'; data: NewslettersView } | { kind: 'logged-out' | 'failed' }
}

const texts = newsletterTexts.mine

function toView(read: Read<NewslettersView>): MyNewsletters['view'] {
  return read.ok ? { kind: 'ready', data: read.data } : { kind: read.status === 401 ? 'logged-out' : 'failed' }
}

function MyNewslettersPage({ data }: PageProps<Name, MyNewsletters>) {
  const [view, setView] = useState(data.view)
  const [isLoading, setLoading] = useState(false)
  const hasLogin = useSession().status === 'reader'
  const isLoggedOut = view.kind === 'logged-out'

  const reload = async () => {
    setLoading(true)
    setView(toView(await toNewsletterApi({}).listSubscriptions()))
    setLoading(false)
  }
  // Loads them if the page came without because the session had ended, and after every login.
  const load = useRef(reload)
  useEffect(() => {
    if (isLoggedOut) void load.current()
  }, [hasLogin, isLoggedOut])

  return (
    <>
      <PageHead title={texts.title} {...(view.kind === 'ready' ? { description: texts.intro(view.data.email) } : {})} />
      <ListLayout>
        {view.kind === 'ready' ? (
          <Switches
            newsletters={data.newsletters}
            view={view.data}
            onChange={(change) =>
              setView((shown) =>
                shown.kind === 'ready'
                  ? { kind: 'ready', data: { ...shown.data, subscriptions: change(shown.data.subscriptions) } }
                  : shown,
              )
            }
          />
        ) : (
          <EmptyState
            icon={isLoggedOut ? 'lock' : 'alert'}
            title={isLoggedOut ? texts.loggedOutTitle : texts.failedTitle}
          >
            <p>{isLoggedOut ? texts.loggedOut : texts.failed}</p>
            {isLoggedOut ? (
              <ButtonLink href="#login" onClick={() => void session.openLogin(location.pathname).catch(() => {})}>
                {texts.login}
              </ButtonLink>
            ) : (
              <Button onClick={() => void reload()} aria-disabled={isLoading || undefined}>
                {texts.retry}
              </Button>
            )}
          </EmptyState>
        )}
        <noscript>
          <p>{texts.needsScript}</p>
        </noscript>
      </ListLayout>
    </>
  )
}

type Subscriptions = NewslettersView['subscriptions']
type SwitchesProps = {
  newsletters: readonly Newsletter[]
  view: NewslettersView
  onChange: (change: (before: Subscriptions) => Subscriptions) => void
}

function Switches({ newsletters, view, onChange }: SwitchesProps) {
  const [outcome, setOutcome] = useState<ReturnType<typeof toOutcome> | null>(null)
  const stateOf = (slug: string): SubscriptionState =>
    view.subscriptions.find((one) => one.slug === slug)?.state ?? 'none'

  const onChanged = (slug: string, change: NewsletterChange) => {
    setOutcome(toOutcome(newsletters.find((one) => one.slug === slug)?.title ?? slug, change))
    if (change.kind === 'refused') {
      if (change.reason === 'logged-out') void session.openLogin(location.pathname).catch(() => {})
      return
    }
    onChange((before) => {
      const others = before.filter((one) => one.slug !== slug)
      return change.kind === 'ended'
        ? others
        : [...others, { slug, state: change.kind, since: new Date().toISOString() }]
    })
  }

  if (newsletters.length === 0) return <EmptyState icon="newsletter" title={newsletterTexts.empty} />
  return (
    <div className={css.part}>
      {!view.isEmailVerified && <p className={css.notice}>{texts.unverified}</p>}
      <p role="status" className={css.status} data-kind={outcome?.kind}>
        {outcome?.text ?? ''}
      </p>
      <ul className={css.list}>
        {newsletters.map((newsletter) => {
          const { slug, title } = newsletter
          const state = stateOf(slug)
          return (
            <li key={slug} className={css.entry}>
              <SquarePicture picture={newsletter.img} alt="" name={title} size="small" />
              <div className={css.text}>
                <h2 className={css.title}>
                  <a href={toNewsletterPath(slug)}>{title}</a>
                </h2>
                <p className={css.description} id={`about-${slug}`}>
                  {newsletter.description}
                </p>
                <NewsletterFacts newsletter={newsletter} />
                {state === 'pending' && <p className={css.pending}>{texts.pending}</p>}
              </div>
              <SubscriptionSwitch
                slug={slug}
                title={title}
                state={state}
                describedBy={`about-${slug}`}
                onChanged={onChanged}
              />
            </li>
          )
        })}
      </ul>
      <p className={css.consent}>{texts.consent}</p>
    </div>
  )
}

export const page = definePage('__mein-portal-auth-newsletters', {
  async load(_route, context) {
    const [catalogue, read] = await Promise.all([
      context.content.listNewsletters(),
      toNewsletterApi(context).listSubscriptions(),
    ])
    if (!catalogue.ok) return { kind: 'unavailable', status: catalogue.status }
    return { kind: 'ok', data: { newsletters: catalogue.data.newsletters, view: toView(read) } }
  },
  Page: inPersonalArea('newsletters', MyNewslettersPage),
  title: () => ({ title: texts.title }),
})
