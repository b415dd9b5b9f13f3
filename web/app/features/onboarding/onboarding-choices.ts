/**
 * The offer of the onboarding and its saving (S2.4-07): regions and topics to follow, newsletters. Promises: current
 * choices are preselected; only changes are sent, follows in one atomic call; a list that cannot be loaded is left out,
 * the others are offered.
 */
import type { FeedNode } from '@lokalteil/domain/reading/feeds'
import { listOnboardingSteps, toChoice, type OnboardingStep } from '@lokalteil/domain/accounts/onboarding'
import type { ContentApi } from '../../page/content-api.ts'
import type { createNewsletterCalls } from '../../page/newsletter-api.ts'
import type { LibraryApi } from '../../page/library-api.ts'

/** `depth`: nesting level, from 0. */
type OnboardingItem = { id: string; label: string; note: string; depth: number }
export type Chosen = Readonly<Record<OnboardingStep, readonly string[]>>
export type OnboardingOffer = {
  steps: OnboardingStep[]
  items: Readonly<Record<OnboardingStep, readonly OnboardingItem[]>>
  before: Chosen
}

export type OnboardingSources = {
  content: Pick<ContentApi, 'listPersonalRegions' | 'listPersonalTopics' | 'listNewsletters'>
  /** Null without a library: nothing can be followed. */
  library: Pick<LibraryApi, 'listRegionBookmarks' | 'listTagBookmarks' | 'changeFollows'> | null
  newsletters: Pick<ReturnType<typeof createNewsletterCalls>, 'listSubscriptions' | 'change'>
}

export async function loadOffer({ content, library, newsletters }: OnboardingSources): Promise<OnboardingOffer> {
  const [regions, topics, catalogue, hadRegions, hadTopics, hadNewsletters] = await Promise.all([
    content.listPersonalRegions(),
    content.listPersonalTopics(),
    content.listNewsletters(),
    library?.listRegionBookmarks() ?? null,
    library?.listTagBookmarks() ?? null,
    newsletters.listSubscriptions(),
  ])
  // Current choices must be known, or saving could delete them.
  const items: OnboardingOffer['items'] = {
    regions: regions.ok && hadRegions?.ok === true ? toItems(regions.data) : [],
    topics: topics.ok && hadTopics?.ok === true ? toItems(topics.data) : [],
    newsletters:
      catalogue.ok && hadNewsletters.ok
        ? catalogue.data.newsletters.map(({ slug, title, rhythm }) => ({
            id: slug,
            label: title,
            note: rhythm,
            depth: 0,
          }))
        : [],
  }
  const known = (step: OnboardingStep, ids: readonly string[]) =>
    ids.filter((id) => items[step].some((item) => item.id === id))
  const before: Chosen = {
    regions: known('regions', hadRegions?.ok === true ? hadRegions.data.map(({ id }) => id) : []),
    topics: known('topics', hadTopics?.ok === true ? hadTopics.data.map(({ id }) => id) : []),
    newsletters: known(
      'newsletters',
      hadNewsletters.ok ? hadNewsletters.data.subscriptions.map(({ slug }) => slug) : [],
    ),
  }
  return {
    steps: listOnboardingSteps({
      regions: items.regions.length,
      topics: items.topics.length,
      newsletters: items.newsletters.length,
    }),
    items,
    before,
  }
}

/** Depth first; of equal ids the first occurrence counts. */
function toItems(nodes: readonly FeedNode[]): OnboardingItem[] {
  const items = new Map<string, OnboardingItem>()
  const open = nodes.map((node) => ({ node, depth: 0 })).toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next
    if (items.has(node.id)) continue
    items.set(node.id, { id: node.id, label: node.label, note: '', depth })
    open.push(...node.children.map((child) => ({ node: child, depth: depth + 1 })).toReversed())
  }
  return [...items.values()]
}

export type SaveOutcome =
  | { kind: 'saved'; hasPending: boolean }
  | { kind: 'failed'; reason: 'too-many' | 'unavailable'; saved: Chosen }

/** `saved`: the server's state after a failure, so that a retry sends only the rest. */
export async function saveChoice(
  { library, newsletters }: Pick<OnboardingSources, 'library' | 'newsletters'>,
  before: Chosen,
  after: Chosen,
): Promise<SaveOutcome> {
  let saved = before
  const regions = toChoice(before.regions, after.regions)
  const topics = toChoice(before.topics, after.topics)
  const isChanged = [regions.add, regions.remove, topics.add, topics.remove].some((ids) => ids.length > 0)
  if (library !== null && isChanged) {
    const answer = await library.changeFollows({
      body: {
        add: { regions: regions.add, tags: topics.add },
        remove: { regions: regions.remove, tags: topics.remove },
      },
    })
    if (!answer.ok) return { kind: 'failed', reason: answer.status === 409 ? 'too-many' : 'unavailable', saved }
    saved = { ...saved, regions: after.regions, topics: after.topics }
  }
  const letters = toChoice(before.newsletters, after.newsletters)
  let hasPending = false
  for (const slug of [...letters.add, ...letters.remove]) {
    const isWanted = letters.add.includes(slug)
    const change = await newsletters.change(slug, isWanted)
    if (change.kind === 'refused')
      return { kind: 'failed', reason: change.reason === 'too-many' ? 'too-many' : 'unavailable', saved }
    if (change.kind === 'pending') hasPending = true
    saved = {
      ...saved,
      newsletters: isWanted ? [...saved.newsletters, slug] : saved.newsletters.filter((one) => one !== slug),
    }
  }
  return { kind: 'saved', hasPending }
}
