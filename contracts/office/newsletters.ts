/** Newsletters of a publication in its office: issues are composed, tested, released and stopped. */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import {
  byIssue,
  DeskIssue,
  DeskNewsletter,
  ISSUE_PROBLEMS,
  IssueId,
  ReleaseIssue,
  SavedIssue,
  SaveIssue,
} from '../newsletter-issues.ts'
import { Slug } from '../newsletters.ts'

export const OFFICE_NEWSLETTERS = contract({
  listNewsletters: {
    method: 'GET',
    path: '/newsletters',
    summary: 'The newsletters with their next issues, drafts and what was sent',
    answer: z.object({ newsletters: z.array(DeskNewsletter) }),
  },
  createIssue: {
    method: 'POST',
    path: '/newsletters/{slug}',
    summary: 'Begins an extra issue, empty or with the draft of another issue',
    params: z.object({ slug: Slug }),
    body: z.object({ from: IssueId.nullable() }),
    answer: DeskIssue,
    creates: true,
    problems: ISSUE_PROBLEMS.change,
  },
  getIssue: {
    method: 'GET',
    path: '/newsletters/{slug}/{issue}',
    summary: 'An issue with its draft and its articles',
    params: byIssue,
    answer: DeskIssue,
    problems: ISSUE_PROBLEMS.open,
  },
  saveIssue: {
    method: 'PUT',
    path: '/newsletters/{slug}/{issue}/draft',
    summary: 'Saves a draft made from the revision `base`. What is released stays as it was',
    params: byIssue,
    body: SaveIssue,
    answer: SavedIssue,
    problems: ISSUE_PROBLEMS.save,
  },
  dropIssue: {
    method: 'DELETE',
    path: '/newsletters/{slug}/{issue}/draft',
    summary: 'Deletes a draft that is not released; a regular issue composes itself again',
    params: byIssue,
    answer: null,
    problems: ISSUE_PROBLEMS.change,
  },
  previewIssue: {
    method: 'GET',
    path: '/newsletters/{slug}/{issue}/preview',
    summary: 'The mail as it would be sent now, as text; `/redaktion/vorschau/newsletter/…` has it as HTML',
    params: byIssue,
    answer: z.object({ subject: z.string(), text: z.string() }),
    problems: ISSUE_PROBLEMS.show,
  },
  testIssue: {
    method: 'POST',
    path: '/newsletters/{slug}/{issue}/test',
    summary: 'Sends the issue as it is to the person’s own address',
    params: byIssue,
    answer: z.object({ email: z.string() }),
    problems: ISSUE_PROBLEMS.test,
  },
  releaseIssue: {
    method: 'POST',
    path: '/newsletters/{slug}/{issue}/schedule',
    summary: 'Releases exactly this revision: it is sent at the issue’s time, an extra issue at the chosen one',
    params: byIssue,
    body: ReleaseIssue,
    answer: DeskIssue,
    problems: ISSUE_PROBLEMS.release,
  },
  stopIssue: {
    method: 'POST',
    path: '/newsletters/{slug}/{issue}/stop',
    summary: 'Does not send the issue, until its sending begins',
    params: byIssue,
    answer: DeskIssue,
    problems: ISSUE_PROBLEMS.change,
  },
  resumeIssue: {
    method: 'POST',
    path: '/newsletters/{slug}/{issue}/resume',
    summary: 'Lets a stopped regular issue compose itself',
    params: byIssue,
    answer: DeskIssue,
    problems: ISSUE_PROBLEMS.change,
  },
})
