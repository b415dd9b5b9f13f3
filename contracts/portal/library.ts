/** Settings, onboarding, and the reader's lists. */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { FollowedId } from '../library/bookmarks.ts'
import { OnboardingStatus, SETTINGS } from '../library.ts'

export const LIBRARY_ENDPOINTS = contract({
  getSettings: {
    method: 'GET',
    path: '/api/settings',
    summary: 'Site settings of the publication, the same for all (S3.13-04)',
    answer: SETTINGS.getSettings.answer,
  },
  getOnboarding: {
    method: 'GET',
    path: '/api/onboarding',
    summary: 'Whether the reader has completed the onboarding',
    answer: OnboardingStatus,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  setOnboarding: {
    method: 'POST',
    path: '/api/onboarding',
    summary: 'Complete the onboarding, or begin anew',
    body: OnboardingStatus,
    answer: OnboardingStatus,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  listBookmarkedTagsArticles: {
    method: 'POST',
    path: '/api/bookmarkedTagsArticles',
    summary: 'Ids of the newest articles that carry one of the tags, newest first (S7.5-10)',
    body: z.object({ bookmarkedTags: z.array(FollowedId).max(100) }),
    answer: z.array(z.string()),
    problems: { 503: 'UNAVAILABLE' },
  },
})
