/** The same pages for the server, at hand at once, and what their heads tell machines. */
import type { RouteName } from '@lokalteil/domain/routing/routes'
import type { ToMeta, PageModule } from './page/page.ts'
import { page as article } from './pages/article/ArticlePage.tsx'
import { meta as articleMeta } from './pages/article/article-meta.ts'
import { page as channel, pagedPage as tag } from './pages/channel/ChannelPage.tsx'
import { meta as channelMeta } from './pages/channel/channel-meta.ts'
import { authorMeta, authorsMeta } from './pages/authors/author-meta.ts'
import { page as author } from './pages/authors/AuthorPage.tsx'
import { page as authors } from './pages/authors/AuthorsPage.tsx'
import { page as headlines } from './pages/headlines/HeadlinesPage.tsx'
import { page as newest } from './pages/headlines/NewestPage.tsx'
import { headlinesMeta, newestMeta } from './pages/headlines/stream-meta.ts'
import { page as search } from './pages/search/SearchPage.tsx'
import { meta as searchMeta } from './pages/search/search-meta.ts'
import { testReportMeta, testReportsMeta } from './pages/test-reports/test-report-meta.ts'
import { page as testReport } from './pages/test-reports/TestReportPage.tsx'
import { page as testReports } from './pages/test-reports/TestReportsPage.tsx'
import { topicMeta, topicsMeta } from './pages/topics/topic-meta.ts'
import { page as topic } from './pages/topics/TopicPage.tsx'
import { page as topics } from './pages/topics/TopicsPage.tsx'
import { page as coupons } from './pages/coupons/CouponsPage.tsx'
import { meta as couponsMeta } from './pages/coupons/coupons-meta.ts'
import { meta as documentMeta } from './pages/documents/document-meta.ts'
import { accessibility, agb, datenschutz, impressum } from './pages/documents/DocumentPage.tsx'
import { page as accountError } from './pages/error/AccountErrorPage.tsx'
import { newsletterMeta, newslettersMeta } from './pages/newsletters/newsletter-meta.ts'
import { page as newsletter } from './pages/newsletters/NewsletterPage.tsx'
import { page as newsletters } from './pages/newsletters/NewslettersPage.tsx'
import { page as myNewsletters } from './pages/newsletters/MyNewslettersPage.tsx'
import { page as bookmarks } from './pages/personal/BookmarksPage.tsx'
import { regionsFeed, topicsFeed } from './pages/personal/FeedPages.tsx'
import { regions as manageRegions, topics as manageTopics } from './pages/personal/ManagePages.tsx'
import { page as myRegion } from './pages/personal/MyRegionPage.tsx'
import { myRegionMeta } from './pages/personal/personal-meta.ts'
import { page as readArticles } from './pages/personal/ReadArticlesPage.tsx'
import { podcastMeta, podcastsMeta } from './pages/podcasts/podcast-meta.ts'
import { page as podcast } from './pages/podcasts/PodcastPage.tsx'
import { page as podcasts } from './pages/podcasts/PodcastsPage.tsx'
import { page as sportWidget } from './pages/sport-widget/SportWidgetPage.tsx'
import { cancellation, withdrawal } from './pages/contract/ContractPages.tsx'
import { cancellationMeta, withdrawalMeta } from './pages/contract/contract-meta.ts'
import { page as code } from './pages/order/CodePage.tsx'
import { page as household } from './pages/order/HouseholdPage.tsx'
import { page as invite } from './pages/order/InvitePage.tsx'
import { page as checkout } from './pages/order/CheckoutPage.tsx'
import { page as offers } from './pages/order/OffersPage.tsx'
import { offersMeta } from './pages/order/order-meta.ts'
import { page as order } from './pages/order/OrderPage.tsx'
import { page as changePassword } from './pages/sign-on/ChangePasswordPage.tsx'
import { page as completeRegistration } from './pages/sign-on/CompleteRegistrationPage.tsx'
import { page as forgotPassword } from './pages/sign-on/ForgotPasswordPage.tsx'
import { page as login } from './pages/sign-on/LoginPage.tsx'
import { page as registration } from './pages/sign-on/RegistrationPage.tsx'
import { page as account } from './pages/account/AccountPage.tsx'
import { page as coins } from './pages/account/CoinsPage.tsx'
import { page as plusVerification } from './pages/account/PlusVerificationPage.tsx'
import { page as subscriptions } from './pages/account/SubscriptionsPage.tsx'
import { page as home } from './pages/home/HomePage.tsx'
import { meta as homeMeta } from './pages/home/home-meta.ts'

type Entry = { page: unknown; meta?: unknown; /** Path of the module in the build's manifest. */ source: string }

const DOCUMENT = 'app/pages/documents/DocumentPage.tsx'
const CONTRACT = 'app/pages/contract/ContractPages.tsx'
const BOOKMARKS = 'app/pages/personal/BookmarksPage.tsx'
const FEEDS = 'app/pages/personal/FeedPages.tsx'
const MANAGE = 'app/pages/personal/ManagePages.tsx'
const READ_ARTICLES = 'app/pages/personal/ReadArticlesPage.tsx'

const ENTRIES: Partial<Record<RouteName, Entry>> = {
  home: { page: home, meta: homeMeta, source: 'app/pages/home/HomePage.tsx' },
  article: { page: article, meta: articleMeta, source: 'app/pages/article/ArticlePage.tsx' },
  channel: { page: channel, meta: channelMeta, source: 'app/pages/channel/ChannelPage.tsx' },
  tag: { page: tag, meta: channelMeta, source: 'app/pages/channel/ChannelPage.tsx' },
  search: { page: search, meta: searchMeta, source: 'app/pages/search/SearchPage.tsx' },
  topics: { page: topics, meta: topicsMeta, source: 'app/pages/topics/TopicsPage.tsx' },
  topic: { page: topic, meta: topicMeta, source: 'app/pages/topics/TopicPage.tsx' },
  authors: { page: authors, meta: authorsMeta, source: 'app/pages/authors/AuthorsPage.tsx' },
  author: { page: author, meta: authorMeta, source: 'app/pages/authors/AuthorPage.tsx' },
  headlines: { page: headlines, meta: headlinesMeta, source: 'app/pages/headlines/HeadlinesPage.tsx' },
  'newest-articles': { page: newest, meta: newestMeta, source: 'app/pages/headlines/NewestPage.tsx' },
  'testberichte-feed': {
    page: testReports,
    meta: testReportsMeta,
    source: 'app/pages/test-reports/TestReportsPage.tsx',
  },
  testbericht: { page: testReport, meta: testReportMeta, source: 'app/pages/test-reports/TestReportPage.tsx' },
  podcasts: { page: podcasts, meta: podcastsMeta, source: 'app/pages/podcasts/PodcastsPage.tsx' },
  'podcast-detail': { page: podcast, meta: podcastMeta, source: 'app/pages/podcasts/PodcastPage.tsx' },
  coupons: { page: coupons, meta: couponsMeta, source: 'app/pages/coupons/CouponsPage.tsx' },
  'newsletter-registration': {
    page: newsletters,
    meta: newslettersMeta,
    source: 'app/pages/newsletters/NewslettersPage.tsx',
  },
  'newsletter-detail': {
    page: newsletter,
    meta: newsletterMeta,
    source: 'app/pages/newsletters/NewsletterPage.tsx',
  },
  'agb-document': { page: agb, meta: documentMeta, source: DOCUMENT },
  'accessibility-document': { page: accessibility, meta: documentMeta, source: DOCUMENT },
  'datenschutz-document': { page: datenschutz, meta: documentMeta, source: DOCUMENT },
  'impressum-document': { page: impressum, meta: documentMeta, source: DOCUMENT },
  'sport-widget': { page: sportWidget, source: 'app/pages/sport-widget/SportWidgetPage.tsx' },
  meineregion: { page: myRegion, meta: myRegionMeta, source: 'app/pages/personal/MyRegionPage.tsx' },
  bookmarks: { page: bookmarks, source: BOOKMARKS },
  '__mein-portal/bookmarks': { page: bookmarks, source: BOOKMARKS },
  'bookmarks-feed': { page: topicsFeed, source: FEEDS },
  'bookmarks-region': { page: regionsFeed, source: FEEDS },
  '__mein-portal-auth-deine-themen-verwalten': { page: manageTopics, source: MANAGE },
  '__mein-portal-auth-regions': { page: manageRegions, source: MANAGE },
  'read-articles': { page: readArticles, source: READ_ARTICLES },
  '__mein-portal/read-articles': { page: readArticles, source: READ_ARTICLES },
  kuendigen: { page: cancellation, meta: cancellationMeta, source: CONTRACT },
  widerrufen: { page: withdrawal, meta: withdrawalMeta, source: CONTRACT },
  order: { page: order, source: 'app/pages/order/OrderPage.tsx' },
  'order/checkout': { page: checkout, source: 'app/pages/order/CheckoutPage.tsx' },
  'order/abo': { page: offers, meta: offersMeta, source: 'app/pages/order/OffersPage.tsx' },
  'order/code': { page: code, source: 'app/pages/order/CodePage.tsx' },
  'order/invite': { page: invite, source: 'app/pages/order/InvitePage.tsx' },
  'order/haushalt': { page: household, source: 'app/pages/order/HouseholdPage.tsx' },
  '__mein-portal/dialog-flow/login': { page: login, source: 'app/pages/sign-on/LoginPage.tsx' },
  '__mein-portal/dialog-flow/registration': { page: registration, source: 'app/pages/sign-on/RegistrationPage.tsx' },
  '__mein-portal/dialog-flow/forgot-password': {
    page: forgotPassword,
    source: 'app/pages/sign-on/ForgotPasswordPage.tsx',
  },
  '__mein-portal/dialog-flow/change-password': {
    page: changePassword,
    source: 'app/pages/sign-on/ChangePasswordPage.tsx',
  },
  '__mein-portal/dialog-flow/complete-registration': {
    page: completeRegistration,
    source: 'app/pages/sign-on/CompleteRegistrationPage.tsx',
  },
  '__mein-portal-auth-account': { page: account, source: 'app/pages/account/AccountPage.tsx' },
  '__mein-portal-auth-account-abo': { page: subscriptions, source: 'app/pages/account/SubscriptionsPage.tsx' },
  '__mein-portal-auth-account-coins': { page: coins, source: 'app/pages/account/CoinsPage.tsx' },
  '__mein-portal-auth-account-plus-verification': {
    page: plusVerification,
    source: 'app/pages/account/PlusVerificationPage.tsx',
  },
  '__mein-portal-auth-newsletters': { page: myNewsletters, source: 'app/pages/newsletters/MyNewslettersPage.tsx' },
  error: { page: accountError, source: 'app/pages/error/AccountErrorPage.tsx' },
}

export function pageOf(name: RouteName): PageModule | null {
  return (ENTRIES[name]?.page as PageModule | undefined) ?? null
}

export function metaOf(name: RouteName): ToMeta<never> | null {
  return (ENTRIES[name]?.meta as ToMeta<never> | undefined) ?? null
}

export function sourceOf(name: RouteName): string | null {
  return ENTRIES[name]?.source ?? null
}
