/** The pages of `/__looks` as complete documents, rendered on the server with the readers' components. No scripts. */
import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Block } from '@lokalteil/contracts/content'
import type { Look } from '@lokalteil/contracts/publication/look'
import { looksTexts as texts } from '../../messages/publication/looks.ts'
import type { Chrome } from '../../page/page.ts'
import { PortalProvider } from '../../page/portal.ts'
import { Layout } from '../../features/shell/Layout.tsx'
import { Blocks } from '../blocks/Blocks.tsx'
import { BLOCK_SOURCES, toBlockSamples, type SampleKind } from './block-samples.ts'

export { BLOCK_SOURCES, type SampleKind }

export type Masthead = Look['masthead']
const MASTHEADS = Object.keys(texts.mastheads.names) as Masthead[]
type Role = keyof typeof texts.roles
type Shades = { light: string; dark: string }

export type LookSummary = { id: string; name: string; isSample: boolean; yaml: string }
export type LookDescription = LookSummary & {
  masthead: Masthead
  colours: readonly (Shades & { role: Role })[]
  pairs: readonly { upper: Role; lower: Role; needed: number; light: number; dark: number }[]
  fonts: Readonly<Record<'head' | 'text' | 'ui', string>>
  corners: string
  density: string
  headings: string
  wordmark: string
}

export function renderIndex(looks: readonly LookSummary[]): ReactMarkup {
  const list = (isSample: boolean) => (
    <ul className="looks-cards">
      {looks
        .filter((look) => look.isSample === isSample)
        .map((look) => (
          <li key={look.id}>
            <h3>{look.name}</h3>
            <Frame id={look.id} name={look.name} />
            {isSample && <Yaml file="look.yaml" text={look.yaml} />}
            <p>
              <a href={`/__looks/${look.id}`}>{texts.open(look.name)}</a>
            </p>
          </li>
        ))}
    </ul>
  )
  return toMarkup(
    <Plain title={texts.title} lead={texts.lead}>
      {looks.some(({ isSample }) => !isSample) && (
        <section>
          <h2>{texts.publications}</h2>
          {list(false)}
        </section>
      )}
      <section>
        <h2>{texts.samples}</h2>
        <p>{texts.samplesLead}</p>
        {list(true)}
      </section>
    </Plain>,
  )
}

export function renderLook(
  look: LookDescription,
  chrome: Chrome,
  home: readonly Block[],
  blockYaml: (kind: SampleKind) => string,
): ReactMarkup {
  return toMarkup(
    <Surroundings chrome={chrome}>
      <Plain title={look.name} lead={null}>
        <nav aria-label={texts.onThisPage}>
          <ul className="looks-links">
            <li>
              <a href="/__looks">{texts.all}</a>
            </li>
            {SECTIONS.map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <details className="looks-yaml">
          <summary>{texts.yaml('look.yaml')}</summary>
          <pre>
            <code>{look.yaml}</code>
          </pre>
        </details>
        <Mastheads look={look} />
        <section aria-labelledby="blocks">
          <h2 id="blocks">{texts.blocks.title}</h2>
          <p>{texts.blocks.lead}</p>
          {toBlockSamples(home, chrome.now).map(({ kind, block }) => (
            <article key={kind} aria-labelledby={`block-${kind}`}>
              <h3 id={`block-${kind}`}>{kind}</h3>
              <Yaml file="front.yaml" text={blockYaml(kind)} />
              <div className="looks-block">
                <Blocks blocks={[block]} />
              </div>
            </article>
          ))}
        </section>
        <Colours look={look} />
        <Forms look={look} />
      </Plain>
    </Surroundings>,
  )
}

/** A complete front with every block. */
export function renderFront(chrome: Chrome, home: readonly Block[]): ReactMarkup {
  return toMarkup(
    <Surroundings chrome={chrome}>
      <Layout layout="default" routeName="home" hasBreaking={false}>
        <h1 className="visually-hidden">{chrome.publication.name}</h1>
        <Blocks blocks={toBlockSamples(home, chrome.now).map(({ block }) => block)} />
      </Layout>
    </Surroundings>,
  )
}

/** A type of its own, so that no other string can be used in its place. */
export type ReactMarkup = { body: string }
const toMarkup = (node: ReactNode): ReactMarkup => ({ body: renderToStaticMarkup(node) })

const SECTIONS = [
  ['mastheads', texts.mastheads.title],
  ['blocks', texts.blocks.title],
  ['colours', texts.colours.title],
  ['fonts', texts.fonts.title],
  ['forms', texts.forms.title],
] as const

function Surroundings({ chrome, children }: { chrome: Chrome; children: ReactNode }) {
  return (
    <PortalProvider surroundings={chrome} moment={{ path: '/', now: chrome.now }}>
      {children}
    </PortalProvider>
  )
}

function Plain({ title, lead, children }: { title: string; lead: string | null; children: ReactNode }) {
  return (
    <main className="looks">
      <h1>{title}</h1>
      {lead !== null && <p className="looks-lead">{lead}</p>}
      {children}
    </main>
  )
}

function Frame({ id, name, masthead }: { id: string; name: string; masthead?: Masthead }) {
  const query = masthead === undefined ? '' : `?masthead=${masthead}`
  return (
    <iframe src={`/__looks/${id}/front${query}`} title={texts.front(name)} loading="lazy" sandbox="allow-same-origin" />
  )
}

function Yaml({ file, text }: { file: string; text: string }) {
  return (
    <figure className="looks-yaml">
      <figcaption>{texts.yaml(file)}</figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

function Mastheads({ look }: { look: LookDescription }) {
  return (
    <section aria-labelledby="mastheads">
      <h2 id="mastheads">{texts.mastheads.title}</h2>
      <p>{texts.mastheads.lead}</p>
      <ul className="looks-wide">
        {MASTHEADS.map((masthead) => (
          <li key={masthead}>
            <h3>{texts.mastheads.names[masthead]}</h3>
            <Frame id={look.id} name={texts.mastheads.names[masthead]} masthead={masthead} />
            <Yaml file="look.yaml" text={`masthead: ${masthead}\n`} />
            <p>
              {masthead === look.masthead ? (
                texts.mastheads.shown
              ) : (
                <a href={`/__looks/${look.id}?masthead=${masthead}`}>
                  {texts.mastheads.choose}: {masthead}
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Colours({ look }: { look: LookDescription }) {
  const { colours: labels } = texts
  return (
    <section aria-labelledby="colours">
      <h2 id="colours">{labels.title}</h2>
      <p>{labels.lead}</p>
      <Scrolling label={labels.table}>
        <thead>
          <tr>
            <th scope="col">{labels.role}</th>
            <th scope="col">{labels.light}</th>
            <th scope="col">{labels.dark}</th>
          </tr>
        </thead>
        <tbody>
          {look.colours.map(({ role, light, dark }) => (
            <tr key={role}>
              <th scope="row">
                <code>{role}</code> {texts.roles[role]}
              </th>
              {[light, dark].map((shade, index) => (
                <td key={index}>
                  <span className="looks-swatch" style={{ background: shade }} /> <code>{shade}</code>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Scrolling>
      <h3>{labels.pairs}</h3>
      <p>{labels.pairsLead}</p>
      <Scrolling label={labels.pairs}>
        <thead>
          <tr>
            <th scope="col">{labels.upper}</th>
            <th scope="col">{labels.lower}</th>
            <th scope="col">{labels.light}</th>
            <th scope="col">{labels.dark}</th>
            <th scope="col">{labels.needed}</th>
          </tr>
        </thead>
        <tbody>
          {look.pairs.map(({ upper, lower, light, dark, needed }) => (
            <tr key={`${upper} ${lower}`}>
              <th scope="row">
                <code>{upper}</code>
              </th>
              <td>
                <code>{lower}</code>
              </td>
              <td>{labels.ratio(light)}</td>
              <td>{labels.ratio(dark)}</td>
              <td>{labels.ratio(needed)}</td>
            </tr>
          ))}
        </tbody>
      </Scrolling>
    </section>
  )
}

function Scrolling({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="looks-table" role="region" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

const ROLE_STYLES: Readonly<Record<'head' | 'text' | 'ui', CSSProperties>> = {
  head: {
    fontFamily: 'var(--font-head)',
    fontWeight: 'var(--head-weight)',
    fontSize: 'var(--step-4)',
    lineHeight: 1.2,
  },
  text: { fontFamily: 'var(--font-text)', fontSize: 'var(--step-2)' },
  ui: { fontFamily: 'var(--font-ui)' },
}

function Forms({ look }: { look: LookDescription }) {
  const { fonts, forms } = texts
  const said = [
    [forms.corners, `corners: ${look.corners}`],
    [forms.density, `density: ${look.density}`],
    [forms.headings, `headings: ${look.headings}`],
    [forms.wordmark, `brand: { wordmarkColour: ${look.wordmark} }`],
  ]
  return (
    <>
      <section aria-labelledby="fonts">
        <h2 id="fonts">{fonts.title}</h2>
        {(['head', 'text', 'ui'] as const).map((role) => (
          <div key={role} className="looks-font">
            <p>
              {fonts.roles[role]}: <code>{`fonts: { ${role}: ${look.fonts[role]} }`}</code>
            </p>
            <p style={ROLE_STYLES[role]}>{fonts.specimen}</p>
          </div>
        ))}
      </section>
      <section aria-labelledby="forms">
        <h2 id="forms">{forms.title}</h2>
        <dl className="looks-said">
          {said.map(([label, line]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <code>{line}</code>
              </dd>
            </div>
          ))}
        </dl>
        <ul className="looks-shapes">
          <li style={{ borderRadius: 'var(--radius)' }}>{forms.small}</li>
          <li style={{ borderRadius: 'var(--radius-large)' }}>{forms.large}</li>
          <li style={{ borderRadius: 'var(--radius-pill)' }}>{forms.pill}</li>
        </ul>
      </section>
    </>
  )
}
