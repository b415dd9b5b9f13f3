/**
 * The pictures of docs/office.md: screens of the office of a running demo, each signed in as the person whose work it shows. First
 * it writes three articles and a note and uploads a picture, so give it a demo of its own.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { root } from './ensure-node.mjs'

/** As the start of the demo prints them. */
const PASSWORD = 'Lokalteil-Demo-1'
const toEmail = (role: Role) => `${role}@redaktion.example`
const OFFICE = '/redaktion/ak'
const PHOTO = join(root, 'demo/pictures/photos/ahornblatt-herbst.jpg')
const MOST_BYTES = 60_000
/** The first one with which a picture is small enough. */
const QUALITIES = [82, 70, 58, 46, 34, 22] as const
const HOUR = 3_600_000

type Role = 'reporter' | 'desk' | 'chief' | 'publisher'
const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true, hasTouch: true },
} as const
type Device = keyof typeof DEVICES

type Picture = {
  name: string
  role: Role
  device?: Device
  path: string
  /** Answers when the screen is complete. */
  until: (page: Page) => Promise<unknown>
}

/** Answers how many pictures are larger than they may be. */
export async function takeOfficePictures(browser: Browser, base: string, out: string): Promise<number> {
  const people = openPeople(browser, new URL(base).origin)
  let tooLarge = 0
  try {
    const written = await write(people.open)
    for (const { name, role, device = 'desk', path, until } of listPictures(written)) {
      const page = await people.open(role, device)
      await page.goto(path)
      await until(page)
      await untilDrawn(page)
      const bytes = await save(page, join(out, `office-${name}.webp`))
      if (bytes > MOST_BYTES) tooLarge++
      console.log(`${bytes > MOST_BYTES ? 'too large' : 'ok'} office-${name}.webp ${(bytes / 1000).toFixed(1)} kB`)
    }
  } finally {
    await people.leave()
  }
  return tooLarge
}

function listPictures({ review, online }: Written): readonly Picture[] {
  const text = (page: Page) => page.getByRole('textbox', { name: 'Text des Artikels' }).waitFor()
  const blocks = (page: Page) => page.locator('[role="row"][data-row]').first().waitFor()
  const inFrame = (page: Page) =>
    page.locator('iframe').first().contentFrame().locator('h1, [data-document]').first().waitFor()
  return [
    {
      name: 'pult',
      role: 'desk',
      path: OFFICE,
      until: (page) => page.getByRole('list', { name: 'Zur Durchsicht' }).waitFor(),
    },
    { name: 'artikel', role: 'desk', path: `${OFFICE}/artikel/${review}`, until: text },
    { name: 'artikel-handy', role: 'desk', device: 'phone', path: `${OFFICE}/artikel/${review}`, until: text },
    {
      name: 'vorschau',
      role: 'desk',
      path: `${OFFICE}/artikel/${review}`,
      async until(page) {
        await text(page)
        await page.getByRole('button', { name: 'Vorschau', exact: true }).click()
        await page.getByRole('button', { name: 'Handy, mit Abo' }).click()
        await page.locator('iframe[data-device=mobile]').waitFor()
        await inFrame(page)
      },
    },
    {
      name: 'seiten',
      role: 'desk',
      path: `${OFFICE}/seiten/start`,
      until: (page) => Promise.all([blocks(page), inFrame(page)]),
    },
    { name: 'seiten-handy', role: 'desk', device: 'phone', path: `${OFFICE}/seiten/start`, until: blocks },
    {
      name: 'eil',
      role: 'desk',
      path: `${OFFICE}/eil?artikel=${online}`,
      until: (page) => page.getByLabel('Zeile in der Leiste').waitFor(),
    },
    {
      name: 'medien',
      role: 'desk',
      path: `${OFFICE}/medien`,
      async until(page) {
        await page
          .getByRole('link', { name: /Ahorn im Stadtpark/ })
          .first()
          .click()
        await page.getByLabel('Rechteinhaber').waitFor()
      },
    },
    {
      name: 'newsletter',
      role: 'chief',
      path: `${OFFICE}/newsletter`,
      async until(page) {
        await page
          .getByRole('list', { name: /^Nächste Ausgaben/ })
          .first()
          .getByRole('link')
          .first()
          .click()
        await page.getByLabel('Betreff').waitFor()
      },
    },
    {
      name: 'team',
      role: 'publisher',
      path: '/redaktion/team',
      until: (page) => page.getByRole('button', { name: 'Einladen', exact: true }).waitFor(),
    },
  ]
}

type Open = (role: Role, device?: Device) => Promise<Page>

/** Each person signs in once for each device. */
function openPeople(browser: Browser, origin: string) {
  const pages = new Map<string, Page>()
  const open: Open = async (role, device = 'desk') => {
    const known = pages.get(`${role} ${device}`)
    if (known !== undefined) return known
    const context = await browser.newContext({
      ...DEVICES[device],
      baseURL: origin,
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
    })
    const page = await context.newPage()
    pages.set(`${role} ${device}`, page)
    await page.goto('/redaktion')
    await page.getByLabel('E-Mail-Adresse').fill(toEmail(role))
    await page.getByLabel('Passwort').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Bereiche' }).waitFor()
    return page
  }
  const leave = async () => {
    for (const page of pages.values()) await page.context().close()
  }
  return { open, leave }
}

/** Ids of articles: one that waits for a second reading, one that readers have. */
type Written = { review: string; online: string }

async function write(open: Open): Promise<Written> {
  const [reporter, desk] = [await open('reporter'), await open('desk')]
  const review = await writeArticle(reporter, {
    titlePrefix: 'Innenstadt',
    title: 'Der Wochenmarkt zieht auf den Kirchplatz',
    teaserTextHtml: 'Ab Samstag stehen die Stände vor der Marienkirche. Der Marktplatz wird bis Mai neu gepflastert.',
    body: [
      { type: 'paragraph', html: 'Obst, Käse und Blumen gibt es von Samstag an vor der Marienkirche.' },
      { type: 'paragraph', html: 'Die Stadt pflastert den <strong>Marktplatz</strong> neu und rechnet bis Mai damit.' },
      { type: 'heading', level: 2, text: 'Was sich ändert' },
      { type: 'paragraph', html: 'Die Busse der Linie 4 halten so lange am Rathaus.' },
      { type: 'quote', text: 'Wir kommen gern wieder zurück.', attribution: 'Gesa Ahlers, Markthändlerin' },
    ],
  })
  await send(desk, 'POST', `articles/${review.id}/notes`, { text: 'Wie viele Stände sind es?', block: 0 })
  await send(reporter, 'POST', `articles/${review.id}/state`, { state: 'review', note: '' })
  await writeArticle(desk, { title: 'Die Bücherei öffnet am Sonntag' })
  const planned = await writeArticle(desk, { title: 'Heute Abend tagt der Rat' })
  const at = new Date(Date.now() + HOUR).toISOString()
  await send(desk, 'POST', `articles/${planned.id}/schedule`, { revision: planned.revision, at })
  await addPicture(desk)
  const { articles } = (await send(desk, 'GET', 'articles?stand=online')) as { articles: { id: string }[] }
  if (articles[0] === undefined) throw new Error('The demo has no article that is online')
  return { review: review.id, online: articles[0].id }
}

type Begun = { id: string; revision: number; draft: Record<string, unknown> }

/** A saved draft in the section "Auenburg". */
async function writeArticle(page: Page, texts: Readonly<Record<string, unknown>>): Promise<Begun> {
  const begun = (await send(page, 'POST', 'articles', { sectionPath: 'lokales/auenburg' })) as Begun
  const body = [{ type: 'paragraph', html: 'Mehr dazu lesen Sie im Laufe des Tages.' }]
  const draft = { ...begun.draft, body, ...texts }
  await send(page, 'PUT', `articles/${begun.id}/draft`, { base: begun.revision, draft, isKept: true })
  return (await send(page, 'GET', `articles/${begun.id}`)) as Begun
}

/** A call of the office as the person who is signed in there. */
async function send(page: Page, method: string, path: string, data?: object): Promise<unknown> {
  const { origin } = new URL(page.url())
  const address = `${origin}/redaktion/api/ak/${path}`
  const answer = await page.request.fetch(address, { method, headers: { origin }, data })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

async function addPicture(page: Page): Promise<void> {
  await page.goto(`${OFFICE}/medien`)
  await page.locator('input[type=file]').setInputFiles(PHOTO)
  await page.getByLabel('Bildunterschrift').fill('Ahorn im Stadtpark')
  await page.getByLabel('Bildnachweis').fill('Foto: Mara Voss')
  await page.getByLabel('Beschreibung für Blinde').fill('Ein rotes Blatt auf nassem Laub')
  await page.getByLabel('Rechteinhaber').fill('Agentur Nord')
  await page.getByLabel('Rechte bis').fill(toField(Date.now() + 12 * HOUR))
  await page.getByRole('button', { name: 'Sichern', exact: true }).click()
  await page.getByText('Gesichert').waitFor()
}

/** As a field for date and time has it, in Berlin. */
function toField(time: number): string {
  return new Date(time).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 16).replace(' ', 'T')
}

/** Letters and pictures in the window are there, in the frame of a preview too. */
async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isDrawn = () => {
      const frames = [...document.querySelectorAll('iframe')].flatMap(({ contentDocument }) => contentDocument ?? [])
      return [document, ...frames].every((one) =>
        [...one.images].every(({ complete, loading }) => complete || loading === 'lazy'),
      )
    }
    await document.fonts.ready
    while (!isDrawn()) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

/** Bytes of the file. */
async function save(page: Page, file: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  let picture: Buffer = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality })
    picture = Buffer.from(data, 'base64')
    if (picture.length <= MOST_BYTES) break
  }
  await session.detach()
  await writeFile(file, picture)
  return picture.length
}
