/**
 * The form for an advertisement: its fields become a draft, the draft a preview, which links to the checkout. A refusal loses
 * neither input nor pictures. The advertiser needs a login with a confirmed address, because messages go there.
 */
import type { Ad, AdText, Listing } from '../contract/markets.ts'
import { AD_PICTURES, MOST_ALT_TEXT, type AdFaults } from '../domain/ad.ts'
import { AD_LISTS, readAdText, writeAdText } from '../domain/ad-form.ts'
import type { MarketRefusal } from '../domain/markets.ts'
import type { Route } from '@lokalteil/domain/routing/routes'
import { FORM_ACTIONS, NO_AD, toOwnPicturePath, type AdData, type AdFormValues } from '../app/market-forms.ts'
import { toOwnPicture } from '@lokalteil/web/app/page/own-picture'
import { statusOf, type MarketForm } from './market-form.ts'

const MOST_FIELDS = 60
const DAY_MS = 86_400_000

export async function takeAdForm(form: MarketForm, route: Route): Promise<Response> {
  const data = await toAnswer(form)
  const hasFaults = Object.keys(data.faults).length > 0
  return form.render(route, data, data.refusal !== null ? statusOf(data.refusal) : hasFaults ? 422 : 200)
}

/** Long, because it handles one form with all its outcomes. */
async function toAnswer(given: MarketForm): Promise<AdData> {
  const { options, context, kind, form, sent, isForeign, readReader, markets } = given
  const packages = options.source.findAdOffer(context.publication, kind)
  const read = readValues(form)
  const all = [...read.pictures, ...sent.pictures.map((picture) => ({ id: picture, alt: '' }))]
  const values = { ...read, pictures: all.slice(0, AD_PICTURES[kind]) }
  const fault = all.length > AD_PICTURES[kind] ? 'too-many' : sent.fault
  const id = /^[\w-]{8,60}$/.exec(form.get('entwurf') ?? '')?.[0] ?? ''
  const answer: AdData = {
    kind,
    packages,
    step: 'form',
    id,
    values,
    faults: {},
    refusal: null,
    ad: null,
    preview: null,
  }
  const refuse = (reason: MarketRefusal): AdData => ({ ...answer, refusal: reason })
  if (isForeign) return refuse('foreign')
  if (packages === null) return refuse('unavailable')
  const reader = await readReader()
  if (reader === null) return refuse('logged-out')
  if (reader === 'unavailable') return refuse('unavailable')
  if (!reader.isEmailVerified) return refuse('unconfirmed')
  const { sub, email } = reader
  if (form.get('aktion') === FORM_ACTIONS.edit) {
    const found = await markets.listAds({ params: { sub } })
    if (!found.ok) return refuse('unavailable')
    const ad = found.data.ads.find((one) => one.id === id && one.market === kind)
    if (ad === undefined) return { ...answer, id: '', values: NO_AD }
    if (ad.state !== 'draft') return { ...refuse('ordered'), values: toValues(ad) }
    return { ...answer, values: toValues(ad) }
  }
  const chosen = packages.packages.find((one) => one.id === values.text.paket)
  const { text, faults } = readAdText(kind, values.text, values.lists)
  const missing: AdFaults = {
    ...(chosen === undefined ? { package: 'missing' } : {}),
    ...(fault === null ? {} : { pictures: fault }),
  }
  if (form.get('aktion') === FORM_ACTIONS.pictures)
    return { ...answer, faults: fault === null ? {} : { pictures: fault } }
  if (chosen === undefined || Object.keys({ ...faults, ...missing }).length > 0)
    return { ...answer, faults: { ...faults, ...missing } }
  const saved = await markets.saveAd({
    params: { sub },
    body: {
      id: id === '' ? null : id,
      market: kind,
      email,
      text: text as AdText,
      pictures: [...values.pictures],
      package: { ...chosen, vatPercent: packages.vatPercent },
    },
  })
  if (saved.ok) {
    const ad = saved.data
    return { ...answer, step: 'preview', id: ad.id, values: toValues(ad), ad, preview: toPreview(ad) }
  }
  if (saved.status === 422) return { ...answer, faults: (saved.problem.fields ?? {}) as AdFaults }
  if (saved.status === 404) return { ...answer, id: '' }
  return refuse(saved.status === 409 ? 'ordered' : saved.status === 429 ? 'too-many' : 'unavailable')
}

function readValues(form: URLSearchParams): AdFormValues {
  const text: Record<string, string> = {}
  const lists: Record<string, string[]> = {}
  for (const [name, value] of [...form].slice(0, MOST_FIELDS * 2)) {
    if (!/^[a-z-]{1,30}$/.test(name)) continue
    if (AD_LISTS.has(name)) (lists[name] ??= []).push(value.slice(0, 60))
    else text[name] ??= value.slice(0, name === 'text' ? 30_000 : 400)
  }
  return { text, lists, pictures: readPictures(form) }
}

/** The pictures in the form with their texts, without those to remove, the chosen one first. */
function readPictures(form: URLSearchParams): AdFormValues['pictures'] {
  const gone = new Set(form.getAll('ohne'))
  const alts = form.getAll('bildtext')
  const first = form.get('titelbild')
  return form
    .getAll('bild')
    .slice(0, MOST_FIELDS)
    .map((id, index) => ({ id, alt: (alts[index] ?? '').trim().slice(0, MOST_ALT_TEXT * 2) }))
    .filter(({ id }) => /^[0-9a-f]{32}$/.test(id) && !gone.has(id))
    .toSorted((one, other) => Number(other.id === first) - Number(one.id === first))
}

function toValues({ text, pictures, package: chosen }: Ad): AdFormValues {
  const written = writeAdText(text)
  return {
    ...written,
    text: { ...written.text, paket: chosen.id },
    pictures: pictures.map(({ id, alt }) => ({ id, alt })),
  }
}

/** The advertisement as its page would show it. */
function toPreview({ text, pictures, package: chosen, updated }: Ad): Listing {
  const { title, provider, place, facts } = text
  return {
    // It gets an id when it is published.
    id: '',
    title,
    text: text.text,
    place,
    pictures: pictures.map((picture) =>
      toOwnPicture(toOwnPicturePath(picture.id), picture, picture.alt === '' ? title : picture.alt),
    ),
    provider,
    address: '',
    facts,
    published: updated,
    updated,
    validUntil: new Date(Date.parse(updated) + chosen.days * DAY_MS).toISOString(),
    hasContact: true,
    duplicateOf: null,
  }
}
