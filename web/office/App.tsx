/** The frame around all screens: who is signed in, the rail, the screen of the address, questions above it. */
import { Component, lazy, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { QueryClientProvider, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components'
import type { Me, OfficePart } from '@lokalteil/contracts/office/people'
import type { Asking } from './kit/asking.ts'
import { Refusal, type Office } from './kit/client.ts'
import { useEvents } from './kit/events.ts'
import { areSingleKeysOff, useKeyList, useKeys, type Key } from './kit/keys.ts'
import { navigate, useAddress } from './kit/navigation.ts'
import { useNewArticle } from './kit/new-article.ts'
import { mayDo, MeContext, OfficeContext, useAct, useOffice } from './kit/office.tsx'
import { Button, Choice, Dialog, Hidden } from './kit/parts.tsx'
import { ACT_OF, pathOf, placeOf, type Place, type Screen } from './kit/routes.ts'
import { Announcements, Failed, Loading, ScreenTitle } from './kit/screen.tsx'
import { COMMANDS, KEYS, SHELL } from './messages/shell.ts'
import { Questions } from './screens/person/Questions.tsx'
import { SignIn } from './screens/person/SignIn.tsx'
import { Commands } from './Commands.tsx'
import css from './App.module.css'

const Account = lazy(() => import('./screens/person/Account.tsx'))
const Invitation = lazy(() => import('./screens/person/Invitation.tsx'))
const ProviderSignIn = lazy(() => import('./screens/person/ProviderSignIn.tsx'))
const Outside = lazy(() => import('./screens/outside/Outside.tsx'))
const Desk = lazy(() => import('./screens/desk/Desk.tsx'))
const ArticleList = lazy(() => import('./screens/articles/ArticleList.tsx'))
const Arrivals = lazy(() => import('./screens/articles/Arrivals.tsx'))
const FrontScreen = lazy(() => import('./screens/fronts/FrontScreen.tsx'))
const MediaList = lazy(() => import('./screens/media/MediaList.tsx'))
const MediumScreen = lazy(() => import('./screens/media/MediumScreen.tsx'))
const Breaking = lazy(() => import('./screens/breaking/Breaking.tsx'))
const loadArticle = () => import('./screens/article/ArticleScreen.tsx')
const ArticleScreen = lazy(loadArticle)
const RevisionScreen = lazy(() => import('./screens/article/RevisionScreen.tsx'))
const ComparisonScreen = lazy(() => import('./screens/article/ComparisonScreen.tsx'))
const Newsletters = lazy(() => import('./screens/newsletters/Newsletters.tsx'))
const Figures = lazy(() => import('./screens/figures/Figures.tsx'))
const IssueScreen = lazy(() => import('./screens/newsletters/IssueScreen.tsx'))
const QuizList = lazy(() => import('./screens/quizzes/QuizList.tsx'))
const QuizScreen = lazy(() => import('./screens/quizzes/QuizScreen.tsx'))
const Team = lazy(() => import('./screens/team/Team.tsx'))
const Audit = lazy(() => import('./screens/team/Audit.tsx'))

type AppProps = { office: Office; asking: Asking; queries: QueryClient }

export function App({ office, asking, queries }: AppProps) {
  return (
    <I18nProvider locale="de-DE">
      <QueryClientProvider client={queries}>
        <OfficeContext value={office}>
          <SignedInOrNot asking={asking} />
          <Announcements />
        </OfficeContext>
      </QueryClientProvider>
    </I18nProvider>
  )
}

function SignedInOrNot({ asking }: { asking: Asking }) {
  const office = useOffice()
  const queries = useQueryClient()
  const { pathname } = useAddress()
  const place = placeOf(pathname)
  const question = useSyncExternalStore(asking.subscribe, asking.get)
  const isOutside = place.screen === 'outside'
  const me = useQuery({ queryKey: ['me'], queryFn: office.askMe, staleTime: 5 * 60_000, enabled: !isOutside })
  useEvents(me.data !== undefined && !me.data.needsSecondFactor)

  if (isOutside)
    return (
      <Suspense fallback={<Loading />}>
        <Outside />
      </Suspense>
    )

  if (place.screen === 'invitation' || place.screen === 'provider') {
    const start = pathOf({ screen: 'start' })
    const enter = (path = start) =>
      void queries.resetQueries({ queryKey: ['me'] }).then(() => navigate(path, { replaces: true }))
    return (
      <Suspense fallback={<Loading />}>
        {place.screen === 'provider' ? <ProviderSignIn onDone={enter} /> : <Invitation onDone={() => enter()} />}
      </Suspense>
    )
  }
  if (me.data === undefined) {
    if (me.isPending) return <Loading />
    if (me.error instanceof Refusal && me.error.status === 401)
      return <SignIn onDone={() => void queries.resetQueries()} />
    return <Failed error={me.error} onRetry={() => void me.refetch()} />
  }
  return (
    <MeContext value={me.data}>
      <Shell me={me.data} place={place} />
      <Questions question={question} me={me.data} onSettle={asking.settle} />
    </MeContext>
  )
}

const LAST_CODE = 'redaktion-titel'

/** The publication of the address, else the one of the last visit, else the first. */
function currentCode(me: Me, place: Place): string | null {
  if ('code' in place) return me.publications.some(({ code }) => code === place.code) ? place.code : null
  let last: string | null = null
  try {
    last = localStorage.getItem(LAST_CODE)
  } catch {
    // Storage is blocked: the first one.
  }
  return me.publications.find(({ code }) => code === last)?.code ?? me.publications[0]?.code ?? null
}

type RailEntry = { name: string; letter: string; place: Place; count?: number }

function useRail(me: Me, code: string | null): RailEntry[] {
  const office = useOffice()
  const hasDesk = code !== null && mayOpen(me, { screen: 'desk', code })
  const { data } = useQuery({
    queryKey: [code, 'desk'],
    queryFn: () => office.at(code!)('getDesk'),
    enabled: hasDesk,
  })
  const entries: RailEntry[] = [
    ...(code === null
      ? []
      : ([
          { name: SHELL.desk, letter: 'p', place: { screen: 'desk', code } },
          { name: SHELL.articles, letter: 'a', place: { screen: 'articles', code }, count: data?.counts.review },
          { name: SHELL.arrivals, letter: 'n', place: { screen: 'arrivals', code }, count: data?.counts.arrivals },
          { name: SHELL.fronts, letter: 's', place: { screen: 'front', code, path: '' } },
          { name: SHELL.media, letter: 'm', place: { screen: 'media', code } },
          { name: SHELL.breaking, letter: 'e', place: { screen: 'breaking', code } },
          { name: SHELL.newsletters, letter: 'l', place: { screen: 'newsletters', code } },
          { name: SHELL.quizzes, letter: 'q', place: { screen: 'quizzes', code } },
          { name: SHELL.figures, letter: 'z', place: { screen: 'figures', code } },
        ] satisfies RailEntry[])),
    { name: SHELL.team, letter: 't', place: { screen: 'team' } },
    { name: SHELL.audit, letter: 'o', place: { screen: 'audit' } },
    { name: SHELL.account, letter: 'k', place: { screen: 'account' } },
  ]
  return entries.filter(({ place }) => mayOpen(me, place))
}

/** Screens whose calls answer 404 where the office lacks the part. */
const PART_OF: Readonly<Partial<Record<Screen, OfficePart>>> = {
  desk: 'desk',
  articles: 'desk',
  article: 'desk',
  revision: 'desk',
  comparison: 'desk',
  arrivals: 'desk',
  front: 'desk',
  media: 'desk',
  medium: 'desk',
  breaking: 'desk',
  newsletters: 'newsletters',
  issue: 'newsletters',
  quizzes: 'desk',
  quiz: 'desk',
  figures: 'figures',
}

/** Screens that are there only in publications with the room. */
const ROOM_OF: Readonly<Partial<Record<Screen, string>>> = { quizzes: 'quiz', quiz: 'quiz' }

function mayOpen(me: Me, place: Place): boolean {
  if (me.needsSecondFactor) return place.screen === 'account'
  const part = PART_OF[place.screen]
  if (part !== undefined && !me.parts.includes(part)) return false
  const code = 'code' in place ? place.code : null
  const room = ROOM_OF[place.screen]
  if (room !== undefined && !me.publications.some((one) => one.code === code && one.rooms.includes(room))) return false
  const act = ACT_OF[place.screen]
  return act !== undefined && mayDo(me, act, code)
}

function Shell({ me, place }: { me: Me; place: Place }) {
  const code = currentCode(me, place)
  const rail = useRail(me, code)
  const first = rail[0]?.place ?? { screen: 'account' as const }
  const isStart = place.screen === 'start' || (me.needsSecondFactor && place.screen !== 'account')
  useEffect(() => {
    if (isStart) navigate(pathOf(first), { replaces: true })
  })
  useEffect(() => {
    if (code === null) return
    try {
      localStorage.setItem(LAST_CODE, code)
    } catch {
      // Storage is blocked: the next visit begins with the first publication.
    }
  }, [code])

  return (
    <div className={css.shell}>
      <a className={css.skip} href="#inhalt">
        {SHELL.skip}
      </a>
      <Rail me={me} place={place} code={code} rail={rail} />
      <main className={css.main} id="inhalt">
        <Guard key={JSON.stringify(place)}>
          <Suspense fallback={<Loading />}>
            {isStart ? <Loading /> : <ScreenOf me={me} place={place} code={code} />}
          </Suspense>
        </Guard>
      </main>
      <ShellKeys me={me} code={code} rail={rail} />
    </div>
  )
}

function Rail({ me, place, code, rail }: { me: Me; place: Place; code: string | null; rail: readonly RailEntry[] }) {
  const office = useOffice()
  const { run, isBusy } = useAct()
  const signOut = () =>
    void run(async () => {
      await office.ask('signOut')
      // `location.assign` would only change the screen: navigation within the office loads nothing anew.
      location.reload()
    })
  return (
    <header className={css.rail}>
      {me.publications.length > 1 && code !== null ? (
        <div className={css.paper}>
          <Choice
            label={SHELL.publication}
            isHidden
            value={code}
            options={me.publications.map(({ code: value, name }) => [value, name] as const)}
            onChange={(next) => navigate(pathOf(toSamePlace(me, place, next)))}
          />
        </div>
      ) : (
        <p className={css.paper}>{me.publications[0]?.name ?? SHELL.office}</p>
      )}
      <nav aria-label={SHELL.rail}>
        <ul className={css.links}>
          {rail.map(({ name, place: target, count }) => (
            <li key={target.screen}>
              <a className={css.link} href={pathOf(target)} aria-current={isBelow(place, target) ? 'page' : undefined}>
                {name}
                {count !== undefined && count > 0 && (
                  <span className={css.count}>
                    {count}
                    <Hidden> {SHELL.waiting(count)}</Hidden>
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={css.person}>
        <span className={css.name}>{me.name}</span>
        <Button look="small" disabled={isBusy} onClick={signOut}>
          {SHELL.signOut}
        </Button>
      </div>
    </header>
  )
}

/** The screen in another publication, else its desk. */
function toSamePlace(me: Me, place: Place, code: string): Place {
  if (place.screen === 'front') return { screen: 'front', code, path: '' }
  const isSame =
    place.screen === 'articles' ||
    place.screen === 'arrivals' ||
    place.screen === 'media' ||
    place.screen === 'breaking' ||
    place.screen === 'newsletters' ||
    place.screen === 'quizzes'
  const same: Place | null = isSame ? { ...place, code } : null
  // Not every publication has the room of the screen.
  return same !== null && mayOpen(me, same) ? same : { screen: 'desk', code }
}

function isBelow(place: Place, target: Place): boolean {
  if (place.screen === target.screen) return true
  if (place.screen === 'medium') return target.screen === 'media'
  if (target.screen === 'newsletters') return place.screen === 'issue'
  if (target.screen === 'quizzes') return place.screen === 'quiz'
  return target.screen === 'articles' && ['article', 'revision', 'comparison'].includes(place.screen)
}

/** The shell's keys, their list and the commands. */
function ShellKeys({ me, code, rail }: { me: Me; code: string | null; rail: readonly RailEntry[] }) {
  const [open, setOpen] = useState<'keys' | 'commands' | null>(null)
  const mayWrite = code !== null && mayOpen(me, { screen: 'articles', code }) && mayDo(me, 'createArticle', code)
  const { begin } = useNewArticle(code ?? '')
  const go: Key[] = rail.map(({ name, letter, place }) => ({
    keys: `g ${letter}`,
    label: KEYS.goTo(name),
    run: () => navigate(pathOf(place)),
  }))
  const all: Key[] = [
    { keys: 'Strg+K', label: KEYS.commands, run: () => setOpen('commands') },
    { keys: '?', label: KEYS.help, run: () => setOpen('keys') },
    ...go,
    ...(mayWrite ? [{ keys: 'n', label: COMMANDS.write, run: begin }] : []),
  ]
  useKeys(all)
  // The article's screen is the largest; it is fetched while somebody reads the list.
  useEffect(() => {
    if (!mayWrite) return
    const timer = setTimeout(() => void loadArticle().catch(() => {}), 3000)
    return () => clearTimeout(timer)
  }, [mayWrite])
  return (
    <>
      {open === 'keys' && <KeyList onClose={() => setOpen(null)} />}
      {open === 'commands' && (
        <Commands
          code={code !== null && mayOpen(me, { screen: 'articles', code }) ? code : null}
          onClose={() => setOpen(null)}
          onKeys={() => setOpen('keys')}
        />
      )}
    </>
  )
}

function KeyList({ onClose }: { onClose: () => void }) {
  const keys = useKeyList()
  return (
    <Dialog title={KEYS.title} onClose={onClose}>
      <p>{areSingleKeysOff() ? KEYS.areOff : KEYS.intro}</p>
      <dl className={css.keys}>
        {keys.map(({ keys: name, label }) => (
          <div key={name}>
            <dt>
              <kbd>{name}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function ScreenOf({ me, place, code }: { me: Me; place: Place; code: string | null }) {
  if (place.screen === 'nowhere' || place.screen === 'start' || !mayOpen(me, place)) return <Nowhere />
  if (place.screen === 'team') return <Team />
  if (place.screen === 'audit') return <Audit />
  if (place.screen === 'account') return <Account me={me} />
  if (place.screen === 'invitation' || place.screen === 'provider' || place.screen === 'outside' || code === null)
    return <Nowhere />
  switch (place.screen) {
    case 'desk':
      return <Desk code={code} />
    case 'articles':
      return <ArticleList code={code} />
    case 'arrivals':
      return <Arrivals code={code} />
    case 'front':
      return <FrontScreen code={code} path={place.path} />
    case 'media':
      return <MediaList code={code} />
    case 'medium':
      return <MediumScreen code={code} id={place.id} />
    case 'breaking':
      return <Breaking code={code} />
    case 'article':
      return <ArticleScreen code={code} id={place.id} />
    case 'revision':
      return <RevisionScreen code={code} id={place.id} number={place.number} />
    case 'comparison':
      return <ComparisonScreen code={code} id={place.id} from={place.from} to={place.to} />
    case 'figures':
      return <Figures code={code} />
    case 'newsletters':
      return <Newsletters code={code} />
    case 'issue':
      return <IssueScreen code={code} slug={place.slug} id={place.issue} />
    case 'quizzes':
      return <QuizList code={code} />
    case 'quiz':
      return <QuizScreen code={code} slug={place.slug} />
  }
}

function Nowhere() {
  return (
    <div className={css.plain}>
      <ScreenTitle title={SHELL.nowhere} />
      <p>{SHELL.nowhereText}</p>
      <p>
        <a href={pathOf({ screen: 'start' })}>{SHELL.toStart}</a>
      </p>
    </div>
  )
}

/** A fault of one screen leaves the rail in place. */
class Guard extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }
  static getDerivedStateFromError() {
    return { isBroken: true }
  }
  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <div className={css.plain}>
        <ScreenTitle title={SHELL.broken} />
        <p>{SHELL.brokenText}</p>
        <p>
          <Button look="main" onClick={() => location.reload()}>
            {SHELL.reload}
          </Button>
        </p>
      </div>
    )
  }
}
