/**
 * `/__looks`: a preview of looks, rendered live for every publication in force and for sample looks with a single
 * colour. For people who design a publication; only on this machine and not through a proxy (`LOOKS_PAGE`). Not cached,
 * without scripts.
 */
import { Hono } from 'hono'
import type { Block, MENU_HANDLES, MenuEntry } from '@lokalteil/contracts/content'
import { toPublication, type PublicationInForce } from '@lokalteil/contracts/publication/directory'
import { MASTHEADS } from '@lokalteil/contracts/publication/look'
import { toAppFlags } from '@lokalteil/domain/display/device'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toYaml, toYamlPart } from '@lokalteil/services/publications/folder/write-folder'
import { contrast } from '@lokalteil/services/publications/look/colour'
import { COLOUR_PAIRS, type ResolvedColour } from '@lokalteil/services/publications/look/colour-pairs'
import { createNewFolder } from '@lokalteil/services/publications/new-folder'
import { toMenus } from '@lokalteil/services/publications/publication-content'
import { escapeHtml, toAttributes } from '../../app/html.ts'
import { looksTexts } from '../../app/messages/publication/looks.ts'
import type { ContentApi } from '../../app/page/content-api.ts'
import type { Chrome } from '../../app/page/page.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { isFromHere } from '../http/from-here.ts'
import { type Looks, openLook, type PublicationLook } from './looks.ts'
import type { Renderer, RenderModule } from './renderer.ts'

export type LookPagesOptions = {
  renderer: Renderer
  looks: Looks
  /** In their order. */
  listPublications: () => readonly PublicationInForce[]
  contentOf: (code: PublicationCode) => ContentApi
  defaultCode: () => PublicationCode
  originOf: (code: PublicationCode) => string
  now: () => Date
}

type LookModule = Awaited<ReturnType<RenderModule['loadLooks']>>
type Summary = Parameters<LookModule['renderIndex']>[0][number]
type Description = Parameters<LookModule['renderLook']>[0]
/** A publication in force, or a sample. */
type Shown = PublicationInForce & { isSample: boolean; look: PublicationLook }

const SAMPLE_COLOURS = {
  blue: '#1f4f8a',
  red: '#a3182b',
  green: '#0c5c4c',
  yellow: '#f2b705',
  grey: '#3c4043',
} as const
type Sample = keyof typeof SAMPLE_COLOURS
const SAMPLES = Object.keys(SAMPLE_COLOURS) as Sample[]

const POLICY =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

export function createLookPages(options: LookPagesOptions): Hono<PortalEnv> {
  const samples = new Map<Sample, Promise<Shown>>()
  const findShown = async (id: string): Promise<Shown | null> => {
    const own = options.listPublications().find(({ folder }) => folder.identity.code === id)
    if (own !== undefined) return { ...own, isSample: false, look: options.looks.of(id) }
    const sample = SAMPLES.find((one) => one === id)
    if (sample === undefined) return null
    const known = samples.get(sample) ?? openSample(sample, options.now())
    samples.set(sample, known)
    return known
  }
  const listShown = async () => {
    const ids = [...options.listPublications().map(({ folder }) => folder.identity.code), ...SAMPLES]
    return (await Promise.all(ids.map(findShown))).filter((shown) => shown !== null)
  }
  const loadPages = async () => (await options.renderer.load()).loadLooks()

  return new Hono<PortalEnv>()
    .use('/__looks/*', async (c, next) =>
      c.env.incoming !== undefined && isFromHere(c.env.incoming) ? next() : c.notFound(),
    )
    .get('/__looks', async () => {
      const [shown, pages] = [await listShown(), await loadPages()]
      const { body } = pages.renderIndex(shown.map(toSummary))
      return toAnswer(toDocument(options, shown[0]!, null, looksTexts.title, body))
    })
    .get('/__looks/:id', async (c) => {
      const shown = await findShown(c.req.param('id'))
      if (shown === null) return c.notFound()
      const pages = await loadPages()
      const masthead = toMasthead(c.req.query('masthead'))
      const { body } = pages.renderLook(
        toDescription(shown, masthead),
        toChrome(options, shown),
        await readHome(options, shown),
        (kind) => toYamlPart([pages.BLOCK_SOURCES[kind]]),
      )
      return toAnswer(toDocument(options, shown, masthead, shown.folder.identity.name, body))
    })
    .get('/__looks/:id/front', async (c) => {
      const shown = await findShown(c.req.param('id'))
      if (shown === null) return c.notFound()
      const { body } = (await loadPages()).renderFront(toChrome(options, shown), await readHome(options, shown))
      return toAnswer(toDocument(options, shown, toMasthead(c.req.query('masthead')), shown.folder.identity.name, body))
    })
}

async function openSample(sample: Sample, now: Date): Promise<Shown> {
  const made = createNewFolder(
    {
      code: sample,
      name: looksTexts.sampleNames[sample],
      region: looksTexts.material.region,
      colour: SAMPLE_COLOURS[sample],
      company: 'Musterverlag GmbH',
      street: 'Am Markt 1',
      postcode: '01234',
      town: looksTexts.material.region,
      email: 'post@example.org',
    },
    now.toISOString().slice(0, 10),
  )
  if (!made.ok) throw new Error(`The sample ${sample} is no publication`)
  return {
    folder: made.folder,
    position: 0,
    version: 1,
    isSample: true,
    look: await openLook(made.folder, new Map()),
  }
}

function toMasthead(asked: string | undefined): Description['masthead'] | null {
  return MASTHEADS.find((masthead) => masthead === asked) ?? null
}

function toSummary({ folder, isSample }: Shown): Summary {
  const { code, name } = folder.identity
  return { id: code, name, isSample, yaml: toYaml('look.yaml', folder) || toYamlPart({ accent: folder.look.accent }) }
}

function toDescription(shown: Shown, masthead: Description['masthead'] | null): Description {
  const { resolved } = shown.look
  const { colours, fonts } = resolved
  return {
    ...toSummary(shown),
    masthead: masthead ?? resolved.masthead,
    colours: (Object.keys(colours) as ResolvedColour[]).map((role) => ({ role, ...colours[role] })),
    pairs: COLOUR_PAIRS.map(({ upper, lower, ratio }) => ({
      upper,
      lower,
      needed: ratio,
      light: contrast(colours[upper].light, colours[lower].light),
      dark: contrast(colours[upper].dark, colours[lower].dark),
    })),
    fonts: { head: fonts.head, text: fonts.text, ui: fonts.ui },
    corners: resolved.corners,
    density: resolved.density,
    headings: resolved.headings,
    wordmark: resolved.wordmark.colour,
  }
}

/** The publication's own front; samples use that of the default publication. */
async function readHome({ contentOf, defaultCode }: LookPagesOptions, { folder, isSample }: Shown): Promise<Block[]> {
  const home = await contentOf(isSample ? defaultCode() : folder.identity.code).getHome()
  return home.ok ? home.data.blocks : []
}

function toChrome({ renderer, originOf, defaultCode, now }: LookPagesOptions, shown: Shown): Chrome {
  const publication = toPublication(shown)
  const menus = toMenus(shown.folder)
  return {
    // Placeholder pictures exist only for publications in force.
    publication: shown.isSample ? { ...publication, code: defaultCode() } : publication,
    site: {
      mandator: publication.code,
      name: publication.name,
      claim: publication.claim,
      menuHandles: HANDLES,
      menus: Object.fromEntries(menus.map(({ handle, entries }): [string, MenuEntry[]] => [handle, entries])),
    },
    breaking: null,
    device: 'desktop',
    app: toAppFlags(''),
    now: now().toISOString(),
    buildId: renderer.buildId,
    canonicalOrigin: originOf(defaultCode()),
    settings: {},
  }
}

const HANDLES = {
  legalMenuHandle: 'legalMenuHandle',
  socialNetworksMenuHandle: 'socialNetworksMenuHandle',
  siteServicesMenuHandle: 'siteServicesMenuHandle',
  hotTopicsMenuHandle: 'hotTopicsMenuHandle',
  treeServicesMenuHandle: 'treeServicesMenuHandle',
  userSupportMenuHandle: 'userSupportMenuHandle',
  utilityBarMenuHandle: 'utilityBarMenuHandle',
  mainMenuHandle: 'mainMenuHandle',
} as const satisfies Record<(typeof MENU_HANDLES)[number], string>

function toDocument(
  { renderer, defaultCode }: LookPagesOptions,
  { look, folder }: Shown,
  masthead: Description['masthead'] | null,
  title: string,
  body: string,
): string {
  const { document } = look
  const marks = { ...document.marks, ...(masthead === null ? {} : { 'data-masthead': masthead }) }
  const { sheets } = renderer.assetsOf(defaultCode(), 'home')
  return `<!doctype html>
<html lang="de" dir="ltr" data-publication="${folder.identity.code}" data-variant="${folder.identity.variant}"${toAttributes(marks)} data-route="home" data-layout="default" data-device="desktop"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} – ${escapeHtml(looksTexts.title)}</title><link rel="icon" href="data:,">${sheets.map((address) => `<link rel="stylesheet" href="${escapeHtml(address)}">`).join('')}<style>${document.css}${STYLE}</style></head>
<body style="${document.sizes}"><svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false">${document.wordmark}</svg>
${body}</body></html>`
}

function toAnswer(html: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    },
  })
}

const STYLE = `.looks{padding-block:2.5rem 5rem}.looks>*,.looks>section>:not(article),.looks>section>article>:not(.looks-block){width:min(100% - 2*var(--gutter),var(--page));margin-inline:auto}.looks>section{width:auto}
.looks>h1{font-size:var(--step-5);margin-bottom:.6rem}.looks>section>h2{font-size:var(--step-4)}.looks>section>h2{margin-block:3.5rem .5rem;padding-top:1.25rem;border-top:3px solid var(--accent)}:is(.looks>section,.looks>section>article,.looks-cards>li,.looks-wide>li)>h3{font-size:var(--step-2);margin-block:1.25rem .5rem}.looks>section>p,.looks-lead{margin-bottom:1rem;color:var(--ink-soft)}.looks>section>p{max-width:none}
.looks-links{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}.looks-links a,.looks-cards p a{display:inline-block;padding-block:.35rem;color:var(--accent);font-weight:650}
.looks-cards{display:grid;gap:1.5rem 2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}.looks-wide{list-style:none;padding:0}.looks iframe{display:block;width:100%;height:26rem;border:1px solid var(--line);border-radius:var(--radius);background:var(--paper)}.looks-wide iframe{height:30rem}
.looks-yaml{margin-block:.75rem}.looks-yaml summary{cursor:pointer;padding-block:.5rem;font-weight:650}.looks-yaml figcaption{font-size:var(--step--1);color:var(--ink-muted);margin-bottom:.25rem}.looks-yaml pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.75rem 1rem;background:var(--paper-sunk);border-radius:var(--radius);font-size:.85rem}.looks code{font-family:ui-monospace,monospace;font-size:.9em}
.looks>section>article{margin-block:2.5rem}.looks-block{margin-block:1rem;overflow:clip}
.looks-table{overflow-x:auto}.looks table{width:100%;font-size:var(--step-0)}.looks :is(th,td){padding:.45rem .9rem .45rem 0;text-align:left;border-bottom:1px solid var(--line);font-weight:400;vertical-align:middle}.looks thead th{font-weight:650}
.looks-swatch{display:inline-block;vertical-align:middle;width:2.2rem;height:1.5rem;margin-right:.4rem;border:1px solid var(--ink-muted);border-radius:var(--radius)}
.looks-font{margin-block:1rem}.looks-said{display:grid;gap:.75rem 2rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr))}.looks-said dt{font-weight:650}.looks-said dd{margin:0}.looks-shapes{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:1rem;margin-block:1.5rem}.looks-shapes li{padding:.9rem 1.75rem;background:var(--accent);color:var(--on-accent)}`
