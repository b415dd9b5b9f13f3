/** An export as Ghost 5 writes it, on one line, with the posts that tests need. */

const post = (id: string, title: string, more: object = {}) => ({
  id: `65a1f0c2e4b0a1000100${id}`,
  uuid: `0b7c2c1e-5f0d-4a52-9f7e-00000000${id}`,
  title,
  slug: title.toLowerCase().replace(/[^a-z]+/g, '-'),
  mobiledoc: null,
  lexical: '{"root":{"children":[],"type":"root","version":1}}',
  html: `<p>${title} steht hier, und der Satz ist lang genug für einen Anriss.</p><p>Der zweite Absatz von ${title}.</p>`,
  comment_id: `65a1f0c2e4b0a1000100${id}`,
  plaintext: title,
  feature_image: null,
  featured: 0,
  type: 'post',
  status: 'published',
  locale: null,
  visibility: 'public',
  email_recipient_filter: 'all',
  created_at: '2024-05-02T06:00:00.000Z',
  updated_at: '2024-05-03T10:30:00.000Z',
  published_at: '2024-05-03T06:00:00.000Z',
  custom_excerpt: null,
  canonical_url: null,
  newsletter_id: null,
  show_title_and_feature_image: 1,
  ...more,
})

const POSTS = [
  post('0001', 'Der Deich haelt', {
    html: '<p>Der Deich hält seit Jahren, sagt <a href="__GHOST_URL__/der-pegel/">der Bericht</a>.</p><figure class="kg-card kg-image-card kg-card-hascaption"><img src="__GHOST_URL__/content/images/2024/05/deich.jpg" class="kg-image" alt="Deich" width="1600" height="900"><figcaption><span style="white-space: pre-wrap;">Der Deich. Foto: Mia Adler</span></figcaption></figure><p>Im Herbst wird er geprüft.</p>',
    feature_image: '__GHOST_URL__/content/images/2024/05/titel.jpg',
    custom_excerpt: 'Er ist höher & fester.',
    featured: 1,
  }),
  post('0002', 'Nur bezahlt', { visibility: 'paid' }),
  post('0003', 'Mit Konto', { visibility: 'members' }),
  post('0004', 'Kommt noch', { status: 'scheduled', published_at: '2026-12-24T06:00:00.000Z', updated_at: null }),
  post('0005', 'Entwurf', { status: 'draft', published_at: null }),
  post('0006', 'Nur als Brief', { status: 'sent' }),
  post('0007', 'Impressum', { type: 'page' }),
  post('0008', 'Ohne Text', { html: null }),
]
const [first] = POSTS

export const GHOST_EXPORT = {
  db: [
    {
      meta: { exported_on: 1_730_278_000_000, version: '5.96.0' },
      data: {
        benefits: [],
        posts: POSTS,
        posts_authors: [
          { id: 'a2', post_id: first!.id, author_id: 'u2', sort_order: 1 },
          { id: 'a1', post_id: first!.id, author_id: 'u1', sort_order: 0 },
        ],
        posts_meta: [
          {
            id: 'm1',
            post_id: first!.id,
            feature_image_alt: 'Ein Deich',
            feature_image_caption: '<span style="white-space: pre-wrap;">Am Fluss (Foto: Jana Wolf)</span>',
          },
        ],
        posts_tags: [
          { id: 't3', post_id: first!.id, tag_id: 'g3', sort_order: 2 },
          { id: 't1', post_id: first!.id, tag_id: 'g1', sort_order: 0 },
          { id: 't2', post_id: first!.id, tag_id: 'g2', sort_order: 1 },
        ],
        settings: [{ id: 's1', key: 'title', value: 'Deichbote' }],
        tags: [
          { id: 'g1', name: 'Hafen & Fluss', slug: 'hafen-fluss', visibility: 'public' },
          { id: 'g2', name: '#intern', slug: 'hash-intern', visibility: 'internal' },
          { id: 'g3', name: 'Hochwasser', slug: 'hochwasser', visibility: 'public' },
        ],
        users: [
          {
            id: 'u1',
            name: 'Jana Wolf',
            slug: 'jana',
            email: 'jana@deichbote.example',
            profile_image: '__GHOST_URL__/content/images/2024/01/jana.jpg',
          },
          { id: 'u2', name: 'Emre Kaya', slug: 'emre', email: 'emre@deichbote.example', profile_image: null },
        ],
      },
    },
  ],
}
