/**
 * Pages on which few visits begin or end. Their names and styles would add a kilobyte to every first view; the document
 * of such a page preloads this file with the page's own.
 */
import { ROOM_PAGES } from '@lokalteil/rooms/browser'
import type { RouteName } from '@lokalteil/domain/routing/routes'
import type { FrequentPageName, PageName, PageSource, PageSources } from './page/define-page.ts'

const documents = () => import('./pages/documents/DocumentPage.tsx')
const bookmarks = () => import('./pages/personal/BookmarksPage.tsx')
const feeds = () => import('./pages/personal/FeedPages.tsx')
const manage = () => import('./pages/personal/ManagePages.tsx')
const contract = () => import('./pages/contract/ContractPages.tsx')
const readArticles = () => import('./pages/personal/ReadArticlesPage.tsx')

export const MORE_PAGES = {
  kommentare: () => import('./pages/comments/CommentsPage.tsx'),
  melden: () => import('./pages/reports/ReportPage.tsx'),
  widerspruch: () => import('./pages/reports/ComplaintPage.tsx'),
  'kommentare/abmelden': () => import('./pages/comments/ReplyMailsPage.tsx'),
  '__mein-portal-auth-kommentare': () => import('./pages/comments/OwnCommentsPage.tsx'),
  topics: () => import('./pages/topics/TopicsPage.tsx'),
  authors: () => import('./pages/authors/AuthorsPage.tsx'),
  headlines: () => import('./pages/headlines/HeadlinesPage.tsx'),
  'newest-articles': () => import('./pages/headlines/NewestPage.tsx'),
  briefing: () => import('./pages/briefing/BriefingPage.tsx'),
  'testberichte-feed': () => import('./pages/test-reports/TestReportsPage.tsx'),
  podcasts: () => import('./pages/podcasts/PodcastsPage.tsx'),
  'podcast-detail': () => import('./pages/podcasts/PodcastPage.tsx'),
  coupons: () => import('./pages/coupons/CouponsPage.tsx'),
  'newsletter-registration': () => import('./pages/newsletters/NewslettersPage.tsx'),
  'newsletter-detail': () => import('./pages/newsletters/NewsletterPage.tsx'),
  'agb-document': async () => ({ page: (await documents()).agb }),
  'accessibility-document': async () => ({ page: (await documents()).accessibility }),
  'datenschutz-document': async () => ({ page: (await documents()).datenschutz }),
  'impressum-document': async () => ({ page: (await documents()).impressum }),
  document: async () => ({ page: (await documents()).further }),
  'extension-page': () => import('./pages/extension/ExtensionPage.tsx'),
  meineregion: () => import('./pages/personal/MyRegionPage.tsx'),
  'offline-ausgabe': () => import('./pages/personal/OfflinePage.tsx'),
  bookmarks,
  '__mein-portal/bookmarks': bookmarks,
  'bookmarks-feed': async () => ({ page: (await feeds()).topicsFeed }),
  'bookmarks-region': async () => ({ page: (await feeds()).regionsFeed }),
  '__mein-portal-auth-deine-themen-verwalten': async () => ({ page: (await manage()).topics }),
  '__mein-portal-auth-regions': async () => ({ page: (await manage()).regions }),
  'read-articles': readArticles,
  '__mein-portal/read-articles': readArticles,
  kuendigen: async () => ({ page: (await contract()).cancellation }),
  widerrufen: async () => ({ page: (await contract()).withdrawal }),
  order: () => import('./pages/order/OrderPage.tsx'),
  'order/abo': () => import('./pages/order/OffersPage.tsx'),
  'order/checkout': () => import('./pages/order/CheckoutPage.tsx'),
  'order/kauf': () => import('./pages/order/PurchasePage.tsx'),
  'order/code': () => import('./pages/order/CodePage.tsx'),
  'order/invite': () => import('./pages/order/InvitePage.tsx'),
  'order/haushalt': () => import('./pages/order/HouseholdPage.tsx'),
  '__mein-portal/dialog-flow/login': () => import('./pages/sign-on/LoginPage.tsx'),
  '__mein-portal/dialog-flow/registration': () => import('./pages/sign-on/RegistrationPage.tsx'),
  '__mein-portal/dialog-flow/forgot-password': () => import('./pages/sign-on/ForgotPasswordPage.tsx'),
  '__mein-portal/dialog-flow/change-password': () => import('./pages/sign-on/ChangePasswordPage.tsx'),
  '__mein-portal/dialog-flow/complete-registration': () => import('./pages/sign-on/CompleteRegistrationPage.tsx'),
  '__mein-portal-auth-account': () => import('./pages/account/AccountPage.tsx'),
  '__mein-portal-auth-account-abo': () => import('./pages/account/SubscriptionsPage.tsx'),
  '__mein-portal-auth-account-coins': () => import('./pages/account/CoinsPage.tsx'),
  '__mein-portal-auth-account-plus-verification': () => import('./pages/account/PlusVerificationPage.tsx'),
  '__mein-portal-auth-newsletters': () => import('./pages/newsletters/MyNewslettersPage.tsx'),
  radio: () => import('./pages/radio/RadioPage.tsx'),
  ...ROOM_PAGES,
  error: () => import('./pages/error/AccountErrorPage.tsx'),
} satisfies PageSources<Exclude<PageName, FrequentPageName>>

export const morePages: Partial<Record<RouteName, PageSource>> = MORE_PAGES
