/**
 * The reader of an issue: double pages on a desktop, single pages on a phone. The server's markup works without
 * scripts; with them pages turn by key, swipe and click, and can be enlarged. The address has the page after `#seite-`,
 * so that Back turns back. The last page is remembered on this device.
 */
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { IssueView, ReadingPage } from '../contract/calls.ts'
import { toIssueKey } from '@lokalteil/domain/commerce/issues'
import { listSpreads, toIssuePagePath } from '../domain/issues.ts'
import { epaperTexts } from './epaper-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import type { IconName } from '@lokalteil/web/app/ui/icon-names'
import type { Gestures } from './gestures.lazy.ts'
import { keepLastPage, readLastPage } from './last-page.ts'
import { PageSheet, PHONE, type Sharpness } from './PageSheet.tsx'
import css from './Reader.module.css'

const texts = epaperTexts.reader
const WIDE = '(min-width: 62em) and (orientation: landscape)'
const HASH = /^#seite-([1-9]\d{0,2})$/
const ZOOM_STEP = 1.5
/** Pixels by which an arrow key moves an enlarged page. */
const STEP = 90

type Props = {
  view: IssueView & { reading: NonNullable<IssueView['reading']> }
  /** From the address; default the first page. */
  startPage: number
  isPageNamed: boolean
  onReload: () => void
}

/** Long, because page, spread and zoom are one state on one stage. */
export function IssueReader({ view, startPage, isPageNamed, onReload }: Props) {
  const { issue, reading, articles } = view
  const { pages } = reading
  const [current, setCurrent] = useState(startPage)
  const [scale, setScale] = useState(1)
  const [resumeAt, setResumeAt] = useState<number | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const gestures = useRef<Gestures | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLElement>(null)
  const issueKey = toIssueKey(issue)
  const byKey = useMemo(() => new Map(articles.map((article) => [article.key, article])), [articles])
  const spreads = useMemo(() => listSpreads(pages.length), [pages.length])
  const spread = spreads.find((one) => one.includes(current)) ?? [1]
  const shown = spread.map((number) => pages[number - 1]).filter((page) => page !== undefined)
  const sharpness = useSharpness(shown, scale)

  const goTo = useCallback(
    (page: number) => {
      if (page < 1 || page > pages.length) return
      gestures.current?.reset()
      setCurrent(page)
      setResumeAt(null)
      keepLastPage(issueKey, page)
      if (location.hash !== `#seite-${page}`) location.hash = `seite-${page}`
    },
    [pages.length, issueKey],
  )

  const turn = useCallback(
    (step: -1 | 1) => {
      if (!matchMedia(WIDE).matches) return goTo(current + step)
      const next = spreads[spreads.findIndex((one) => one.includes(current)) + step]
      if (next !== undefined) goTo(next[0]!)
    },
    [current, goTo, spreads],
  )
  const onTurn = useRef(turn)
  useEffect(() => {
    onTurn.current = turn
  }, [turn])

  useEffect(() => {
    const read = () => {
      const page = Number(HASH.exec(location.hash)?.[1] ?? startPage)
      if (page <= pages.length) {
        gestures.current?.reset()
        setCurrent(page)
      }
    }
    if (HASH.test(location.hash)) read()
    else if (!isPageNamed) {
      const last = readLastPage(issueKey)
      if (last !== null && last > 1 && last <= pages.length) setResumeAt(last)
    }
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [issueKey, isPageNamed, pages.length, startPage])

  useEffect(() => {
    let isLeft = false
    void import('./gestures.lazy.ts').then(({ createGestures }) => {
      if (isLeft || stage.current === null || sheet.current === null) return
      gestures.current = createGestures({
        stage: stage.current,
        sheet: sheet.current,
        onScale: setScale,
        onTurn: (step) => onTurn.current(step),
      })
    })
    return () => {
      isLeft = true
      gestures.current?.stop()
      gestures.current = null
    }
  }, [])

  // Arrow keys turn pages unless another element uses them; single-letter keys need the focus in the reader (WCAG
  // 2.1.4).
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.target !== document.body || event.defaultPrevented || hasModifier(event)) return
      if (event.key === 'ArrowRight') turn(1)
      else if (event.key === 'ArrowLeft') turn(-1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [turn])

  function onKeyDown(event: KeyboardEvent): void {
    if (hasModifier(event) || (event.target as HTMLElement).closest('input, select, textarea') !== null) return
    const isZoomed = gestures.current?.isZoomed() === true
    const move = (x: number, y: number) => gestures.current?.move(x * STEP, y * STEP)
    const actions: Record<string, (() => void) | undefined> = {
      ArrowRight: () => (isZoomed ? move(-1, 0) : turn(1)),
      ArrowLeft: () => (isZoomed ? move(1, 0) : turn(-1)),
      ...(isZoomed ? { ArrowUp: () => move(0, 1), ArrowDown: () => move(0, -1) } : {}),
      PageDown: () => turn(1),
      PageUp: () => turn(-1),
      Home: () => goTo(1),
      End: () => goTo(pages.length),
      '+': () => gestures.current?.zoom(ZOOM_STEP),
      '-': () => gestures.current?.zoom(1 / ZOOM_STEP),
      '0': () => gestures.current?.reset(),
      ...(isZoomed ? { Escape: () => gestures.current?.reset() } : {}),
    }
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (action === undefined) return
    event.preventDefault()
    action()
  }

  const label =
    shown.length === 2
      ? texts.pagesOf(spread[0]!, spread[1]!, pages.length)
      : texts.pageOf(shown[0]?.number ?? current, pages.length)
  return (
    // The region itself takes no focus; its contents do, and their key events bubble to it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section ref={frame} className={css.reader} aria-label={texts.region} onKeyDown={onKeyDown} data-epaper-reader>
      <div className={css.bar}>
        <PageLink
          issue={issue}
          to={current - 1}
          onGo={() => turn(-1)}
          icon="chevron-left"
          label={texts.previous}
          count={pages.length}
        />
        <p className={css.where} aria-live="polite">
          <span className={css.whereWide}>{label}</span>
          <span className={css.whereNarrow}>{texts.pageOf(current, pages.length)}</span>
        </p>
        <PageLink
          issue={issue}
          to={current + 1}
          onGo={() => turn(1)}
          icon="chevron-right"
          label={texts.next}
          count={pages.length}
        />
        <span className={css.space} />
        <Tool
          icon="minus"
          label={texts.smaller}
          onPress={() => gestures.current?.zoom(1 / ZOOM_STEP)}
          isOff={scale === 1}
        />
        <Tool icon="plus" label={texts.larger} onPress={() => gestures.current?.zoom(ZOOM_STEP)} isOff={false} />
        <Fullscreen frame={frame} />
        <a href={reading.pdf} download className={css.download} aria-label={texts.download}>
          <Icon name="legal" size="1.2em" /> <span>{texts.download}</span>
        </a>
      </div>
      {resumeAt !== null && (
        <button type="button" className={css.resume} onClick={() => goTo(resumeAt)}>
          {texts.resume(resumeAt)}
        </button>
      )}
      {/* A movable area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={stage} className={css.stage} tabIndex={0} role="group" aria-label={texts.stage}>
        <div ref={sheet} className={css.sheet} data-pages={shown.length}>
          {shown.map((page) => (
            <PageSheet
              key={page.number}
              issue={issue}
              page={page}
              articles={byKey}
              isCurrent={page.number === current}
              sharpness={sharpness}
              onError={() => setFailed(true)}
            />
          ))}
        </div>
      </div>
      {hasFailed && (
        <p className={css.failed} role="alert">
          {texts.failed}{' '}
          <button
            type="button"
            className={css.retry}
            onClick={() => {
              setFailed(false)
              onReload()
            }}
          >
            {texts.retry}
          </button>
        </p>
      )}
      <Thumbs view={view} current={current} spread={spread} onGo={goTo} />
      <Preload pages={pages} after={spread.at(-1)!} />
    </section>
  )
}

function PageLink({
  issue,
  to,
  count,
  icon,
  label,
  onGo,
}: {
  issue: Props['view']['issue']
  to: number
  count: number
  icon: IconName
  label: string
  onGo: () => void
}) {
  const isOff = to < 1 || to > count
  return (
    <a
      href={isOff ? undefined : toIssuePagePath(issue, to)}
      role={isOff ? 'link' : undefined}
      aria-disabled={isOff ? true : undefined}
      className={css.tool}
      title={label}
      onClick={(event) => {
        if (isPlain(event)) onGo()
      }}
    >
      <Icon name={icon} size="1.4em" label={label} />
    </a>
  )
}

function Tool({ icon, label, onPress, isOff }: { icon: IconName; label: string; onPress: () => void; isOff: boolean }) {
  return (
    <button type="button" className={`${css.tool} js-only`} title={label} onClick={onPress} aria-disabled={isOff}>
      <Icon name={icon} size="1.3em" label={label} />
    </button>
  )
}

function Fullscreen({ frame }: { frame: React.RefObject<HTMLElement | null> }) {
  const [isFull, setFull] = useState(false)
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    setThere(document.fullscreenEnabled)
    const onChange = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])
  if (!isThere) return null
  const toggle = () => void (isFull ? document.exitFullscreen() : frame.current?.requestFullscreen())?.catch(() => {})
  const label = isFull ? texts.leaveFullscreen : texts.fullscreen
  return (
    <button type="button" className={`${css.tool} ${css.full}`} title={label} aria-pressed={isFull} onClick={toggle}>
      <Icon name="desktop" size="1.2em" label={label} />
    </button>
  )
}

function Thumbs({
  view: { issue, reading },
  current,
  spread,
  onGo,
}: {
  view: Props['view']
  current: number
  spread: readonly number[]
  onGo: (page: number) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const one = list.current?.children[current - 1]
    if (list.current === null || !(one instanceof HTMLElement)) return
    // Scrolls only the strip, never the page.
    list.current.scrollTo({ left: one.offsetLeft - (list.current.clientWidth - one.offsetWidth) / 2 })
  }, [current])
  return (
    <nav aria-label={texts.thumbs} className={css.thumbs}>
      <ol ref={list} className={css.thumbList}>
        {reading.pages.map(({ number, label, images: { thumb } }) => (
          <li key={number}>
            <a
              href={toIssuePagePath(issue, number)}
              className={css.thumb}
              aria-current={number === current ? 'page' : undefined}
              data-in-view={spread.includes(number) ? '' : undefined}
              onClick={(event) => {
                if (isPlain(event)) onGo(number)
              }}
            >
              <span className={css.thumbImage} style={{ aspectRatio: `${thumb.width} / ${thumb.height}` }}>
                <img src={thumb.src} width={thumb.width} height={thumb.height} alt="" loading="lazy" decoding="async" />
              </span>
              <span>{epaperTexts.page(label)}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Preloads the next page, except with saved data. */
function Preload({ pages, after }: { pages: readonly ReadingPage[]; after: number }) {
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (connection?.saveData === true) return
    const timer = setTimeout(() => {
      const rendition = matchMedia(PHONE).matches ? 'small' : 'page'
      for (const page of pages.slice(after, after + 2)) new Image().src = page.images[rendition].src
    }, 700)
    return () => clearTimeout(timer)
  }, [pages, after])
  return null
}

/** Chooses the picture of each page: a larger one replaces a smaller one once it is decoded. */
function useSharpness(shown: readonly ReadingPage[], scale: number): Sharpness {
  const [known, setKnown] = useState<{ key: string; sharpness: Sharpness }>({ key: '', sharpness: 'first' })
  const key = shown.map(({ number }) => number).join(' ')
  const sharpness = known.key === key ? known.sharpness : 'first'
  const wanted: Sharpness = scale > 1.2 ? 'zoom' : sharpness === 'zoom' ? 'zoom' : 'page'
  useEffect(() => {
    if (wanted === sharpness) return
    let isLeft = false
    // The small picture first, without competing downloads.
    const timer = setTimeout(
      () =>
        void Promise.all(
          shown.map(({ images }) => {
            const image = new Image()
            image.src = images[wanted === 'zoom' ? 'zoom' : 'page'].src
            return image.decode()
          }),
        ).then(
          () => {
            if (!isLeft) setKnown({ key, sharpness: wanted })
          },
          () => {},
        ),
      wanted === 'zoom' ? 0 : 400,
    )
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
    // `key` stands for `shown`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, wanted, sharpness])
  return sharpness
}

/** A plain click, without a modifier key or another button. */
function isPlain(event: React.MouseEvent): boolean {
  if (event.button !== 0 || hasModifier(event)) return false
  event.preventDefault()
  return true
}

function hasModifier(event: { ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean }): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || (event.shiftKey && !('key' in event && event.key === '+'))
}
